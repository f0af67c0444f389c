import type { GuardDecision } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { sayDeed, sayWhy } from './say-decision.ts';

const decision: GuardDecision = {
  turn_id: 't',
  session_id: 's',
  trace_id: 'x',
  span_id: 'y',
  agent: 'support',
  model: 'm',
  decided_at: '2027-01-01T00:00:00.000Z',
  decision: 'stop',
  kind: 'repeated_key',
  code: null,
  mode: 'block',
  enforced: true,
  tool: 'search_orders',
  effect: 'read',
  attempts: 3,
  tried: [],
  errors: [],
  saved_calls: 0,
  ceiling: null,
  in_flight: [],
  requested_by: '',
  reason: '',
};

test('a decision says what was done, and a newer kind keeps its word', () => {
  expect(['stop', 'half_open', 'slow_down'].map(sayDeed)).toEqual([
    'stopped',
    'let one through',
    'slow down',
  ]);
});

test('and what it went by', () => {
  const ceiling = {
    name: 'calls_per_session',
    value: 25,
    state: 'set',
    reason: '',
    ticket: '',
    expires: '',
    spent: 25,
  };
  expect(sayWhy(decision)).toBe('attempt 3');
  expect(sayWhy({ ...decision, ceiling })).toBe('calls per session: 25 of 25');
  expect(sayWhy({ ...decision, requested_by: 'ana', reason: 'runs wild' })).toBe('runs wild (ana)');
});
