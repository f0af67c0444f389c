import type { Turn } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { makeLoop } from './make-steps.ts';
import { sayFleetSaving, saySaving } from './diagnosis/say-saving.ts';
import { sayNumbers, sayVerdict } from './head/say-turn.ts';

const turn: Turn = {
  turn_id: 't',
  session_id: 's',
  trace_id: 'x',
  agent: 'support',
  agent_version: '',
  model: 'm',
  started_at: '2027-01-01T00:00:00.000Z',
  duration_ms: 96_000,
  calls: 40,
  model_calls: 40,
  distinct_signatures: 1,
  distinct_identities: 1,
  distinct_ratio: 0.025,
  max_attempts: 40,
  max_attempts_tool: 'search_orders',
  errors: 0,
  retries: 0,
  tool_ms: 3680,
  model_ms: 92_320,
  input_tokens: 80_000,
  output_tokens: 1600,
  cost: 0.31,
  verdict: 'loop',
  loops: ['empty'],
  stop_reason: 'max_steps',
};

describe('a turn in words', () => {
  test('takes its time apart into tools and model', () => {
    expect(sayNumbers(turn)).toEqual([
      '96 s (3.7 s tools + 92 s model)',
      '40 model steps, 40 calls',
      '1 distinct signature (0.03)',
      '80K tokens in, 1.6K out',
      '$0.31',
    ]);
    expect(sayNumbers({ ...turn, cost: null, distinct_signatures: 14 })).toContain('1 identity');
  });

  test('lets the gravest loop speak and counts the others', () => {
    const loops = [makeLoop('a', [0], { summary: 'It repeats.' }), makeLoop('b', [1])];
    expect(sayVerdict(turn, loops, loops[0]!)).toEqual({
      tone: 'alert',
      sentence: 'It repeats. And 1 more loop.',
    });
  });

  test('without a loop is healthy, or worth a look', () => {
    expect(sayVerdict({ ...turn, verdict: 'healthy' }, [], null).tone).toBe('calm');
    expect(sayVerdict({ ...turn, verdict: 'watch' }, [], null).sentence).toBe(
      'search_orders reached attempt 40; no loop is confirmed.',
    );
    expect(sayVerdict({ ...turn, verdict: 'healthy', calls: 0 }, [], null).sentence).toBe(
      'This turn called no tool.',
    );
  });
});

describe('a saving in words', () => {
  const saving = {
    cap: 3,
    calls: 11,
    ms: 330_000,
    input_tokens: 0,
    output_tokens: 0,
    usd: 0.29,
    side_effects: 11,
  };

  test('names calls, time, money and side effects', () => {
    expect(saySaving(saving)).toBe('saves 11 calls, 5 min 30 s, $0.29 and 11 side effects');
    expect(saySaving({ ...saving, usd: null, side_effects: 0 })).toBe('saves 11 calls, 5 min 30 s');
    expect(saySaving({ ...saving, calls: 0 })).toBe('saves nothing in this turn');
  });

  test('stands against the healthy turns it would have cut, and what it saves over all', () => {
    const cap = { ...saving, cap: 2, calls: 240, turns_cut: 31, healthy_turns_cut: 3 };
    const fleet = { turns: 3212, healthy_turns: 3204, calls: 9000, caps: [cap] };
    expect(sayFleetSaving(fleet, 2, 'support')).toEqual({
      cut: 'would have cut 3 of 3,204 healthy turns of support in the two days around',
      saved: 'Over 3,212 turns of the agent in these days: 240 calls, 5 min 30 s, $0.29 saved.',
    });
    expect(sayFleetSaving(fleet, 9, 'support').saved).toBeNull();
  });
});
