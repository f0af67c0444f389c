import { describe, expect, test } from 'vitest';

import { Conversation } from '../testing/conversation.ts';
import { inTurn, oneOf, saidInTurn } from '../testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const costOf = (run: Conversation): number | undefined => run.loops()[0]?.cost.ms;
const linesFrom = (from: number): string =>
  Array.from({ length: 40 }, (_, nth) => `line ${from + nth} of the log`).join('\n');

describe('a loop costs what its calls took that brought nothing', () => {
  test('in a ring the first lap is none of them', () => {
    const ring = inTurn(4, [
      ['get_rate', { of: 'EUR' }, { rate: 1.08 }, READ],
      ['get_stock', { of: 'lamp' }, { left: 4, of: 'lamp' }, READ],
      ['get_plan', { of: 'ann' }, { plan: 'basic', of: 'ann' }, READ],
    ]);
    expect(ring.alerts()).toEqual(['cycle']);
    expect(costOf(ring)).toBe(9 * 100);
  });

  test('of a log read twice the first pass is none of them', () => {
    const run = new Conversation();
    for (const start of [0, 40, 80, 120, 20, 60, 100, 0, 40])
      run.call('read_log', { start }, linesFrom(start), READ);
    expect(run.loops().map(({ kind }) => kind)).toEqual(['sweep']);
    expect(costOf(run)).toBe(5 * 100);
  });

  test('of the same question, and of guesses, all but the first are', () => {
    expect(costOf(saidInTurn(5, ['read', { p: 1 }, 'text of the plan', READ]))).toBe(4 * 100);
    const guessed = saidInTurn(5, [
      'book',
      (n) => ({ day: oneOf('4 March', '04.03.2026', 'March 4th', '3/4/26', '4-Mar')(n) }),
      'Invalid value for "day": expected format YYYY-MM-DD.',
      { error: true },
    ]);
    expect(costOf(guessed)).toBe(4 * 100);
  });
});
