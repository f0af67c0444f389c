import type { Overview, Turn } from '@loopscope/api/contract';
import { describe, expect, test } from 'vitest';

import { prepareNumbers } from './prepare-numbers.ts';
import { prepareVerdict } from './prepare-verdict.ts';

const totals = (p99: number | null, max: number | null, looping = 0, turns = 3204): Overview => ({
  turns,
  calls: 9000,
  sessions: 900,
  max_attempts: { p50: 1, p95: 1, p99, max },
  distinct_ratio: { p5: 1, p50: 1 },
  retry: { retries: 30, eventual_success_rate: 0.41, token_share: 0.062, cost_share: 0.05 },
  loops: { total: looping, by_kind: {}, turns: looping },
  blind_turns: 0,
  stop_reasons: {},
});

const looping = (tool: string, kind: string): Turn => ({
  turn_id: 't',
  session_id: 's',
  trace_id: 'x',
  agent: 'support',
  agent_version: '',
  model: 'm',
  started_at: '2027-01-01T00:00:00.000Z',
  duration_ms: 0,
  calls: 40,
  model_calls: 40,
  distinct_signatures: 1,
  distinct_identities: 1,
  distinct_ratio: 0.03,
  max_attempts: 40,
  max_attempts_tool: tool,
  errors: 0,
  retries: 0,
  tool_ms: 0,
  model_ms: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: null,
  verdict: 'loop',
  loops: [kind],
  stop_reason: '',
});

const say = (current: Overview, before: Overview, worst: Turn[] = [], isComplete = true) => {
  const { tone, sentences } = prepareVerdict({ current, before, worst, isComplete, rise: null });
  return `${tone}: ${sentences.join(' ')}`;
};

describe('the verdict', () => {
  test('of a healthy fleet is calm', () => {
    expect(say(totals(1, 2), totals(1, 2))).toBe('calm: p99 of max attempts is 1. Healthy.');
  });

  test('calls nothing healthy of which it has seen no arguments', () => {
    const blind = { ...totals(1, 1, 0, 40), blind_turns: 39 };
    expect(say(blind, totals(1, 1))).toMatch(
      /^calm: p99 of max attempts is 1\. 39 of 40 turns lack arguments of calls, so their repeats cannot be seen/,
    );
  });

  test('says what rose, how many turns loop and where', () => {
    const worst = [
      looping('create_ticket', 'transport'),
      looping('search_orders', 'empty'),
      looping('search_orders', 'empty'),
    ];
    expect(say(totals(4, 14, 3), totals(1, 2), worst)).toBe(
      'alert: p99 of max attempts rose from 1 to 4. 3 of 3,204 turns loop; 2 on search_orders (empty). The worst reached 14 attempts on create_ticket.',
    );
  });

  test('keeps one turn at fourteen among ten thousand in view while p99 stays 1', () => {
    const worst = [looping('create_ticket', 'transport')];
    expect(say(totals(1, 14, 1, 10_001), totals(1, 1), worst)).toBe(
      'watch: p99 of max attempts is 1. 1 of 10,001 turns loops; 1 on create_ticket (transport). The worst reached 14 attempts on create_ticket.',
    );
  });

  test('of data younger than the range before it says what the rise within the range began from', () => {
    const marker = { kind: 'release', agent: 'support', name: '2.3.1', at: '' } as const;
    const current = totals(4, 14, 3);
    const before = totals(null, null);
    const rise = { marker, p99Before: 1 };
    const { sentences } = prepareVerdict({ current, before, worst: [], isComplete: true, rise });
    expect(sentences[0]).toBe('p99 of max attempts rose from 1 to 4 since support 2.3.1.');
  });

  test('names no place where no two loops share one', () => {
    const worst = [looping('a', 'empty'), looping('b', 'empty')];
    expect(say(totals(1, 3, 2), totals(1, 3), worst)).toContain('2 of 3,204 turns loop.');
  });

  test('gives no count for a place where more turns loop than were read', () => {
    expect(
      say(totals(1, 3, 900), totals(1, 3), [looping('a', 'empty'), looping('a', 'empty')], false),
    ).toContain('most on a (empty)');
  });

  test('says so where nothing is, or nothing is called', () => {
    expect(say(totals(null, 0, 0, 0), totals(1, 1))).toBe('calm: No turns in this range.');
    expect(say(totals(null, 0, 0, 12), totals(1, 1))).toBe(
      'calm: 12 turns, and none of them called a tool.',
    );
  });

  test('is worth a look at six attempts, loop or not', () => {
    expect(say(totals(1, 6), totals(1, 1), [looping('poll', 'x')])).toMatch(
      /^watch: .*6 attempts on poll/,
    );
  });
});

describe('the four numbers', () => {
  test('stand beside their before', () => {
    expect(
      prepareNumbers(totals(4, 14, 12), totals(1, 2, 2)).map(({ value, before }) => [
        value,
        before,
      ]),
    ).toEqual([
      ['4', 'was 1'],
      ['0.37 %', 'was 0.06 % (+0.31)'],
      ['6.2 %', 'was 6.2 % (±0)'],
      ['41 %', 'was 41 % (±0)'],
    ]);
  });

  test('say that there is nothing to compare with', () => {
    const nothing = totals(null, 0, 0, 0);
    nothing.retry = {
      retries: 0,
      eventual_success_rate: null,
      token_share: null,
      cost_share: null,
    };
    const said = prepareNumbers(nothing, nothing).map(({ value, before }) => [value, before]);
    expect(said.slice(0, 2)).toEqual([
      ['–', 'none to compare'],
      ['–', 'none to compare'],
    ]);
    expect(said[3]).toEqual(['–', 'no retries']);
  });
});
