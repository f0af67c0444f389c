import { describe, expect, it } from 'vitest';

import { firingRow } from '../testing/rows.ts';
import { GROUP_LIMITS } from './limit.ts';
import { createPace } from './pace.ts';
import type { Batch, Owed } from './plan.ts';

const owed = (id: string): Owed => ({
  receiver: 'ops',
  event: 'firing',
  row: firingRow(id),
  known: undefined,
  groupBy: ['session', 'turn'],
});

/** A pace whose clock stands until it is moved, over one receiver that takes one alert a message. */
function start() {
  let nowMs = 0;
  const pace = createPace({
    habitsOf: () => ({ mostAlerts: 1, endsByThread: false, resend: null }),
    limits: () => GROUP_LIMITS,
    now: () => nowMs,
    random: () => 0.5,
  });
  const chosen = (...ids: string[]): Batch[] => pace.choose(ids.map(owed));
  return {
    pace,
    chosen,
    at: (ms: number) => void (nowMs = ms),
    idsOf: (batches: readonly Batch[]) =>
      batches.flatMap(({ items }) => items.map(({ row }) => row.alert_id)),
    end: (batches: readonly Batch[], kind: 'retry' | 'refused'): void => {
      for (const batch of batches) {
        const retry = { kind: 'retry', reason: 'answered 500', retryAfterMs: null } as const;
        pace.learn(batch, kind === 'retry' ? retry : { kind, reason: 'answered 404' }, 1);
        pace.end(batch);
      }
    },
  };
}

describe('a receiver that fails', () => {
  it('is asked again at the very moment that its pause is over, and each pause is twice as long', () => {
    const { chosen, at, end } = start();
    end(chosen('a'), 'retry');
    for (const [early, due] of [
      [999, 1_000],
      [2_999, 3_000],
      [6_999, 7_000],
    ] as const) {
      at(early);
      expect(chosen('a')).toEqual([]);
      at(due);
      const again = chosen('a');
      expect(again).toHaveLength(1);
      end(again, 'retry');
    }
  });

  it('by tries that ran side by side has failed once, and is asked by one message at a time', () => {
    const { chosen, at, end, idsOf } = start();
    const first = chosen('a', 'b', 'c', 'd', 'e');
    expect(idsOf(first)).toEqual(['a', 'b', 'c', 'd']);
    end(first, 'retry');
    at(1_000);
    expect(idsOf(chosen('a', 'b', 'c'))).toEqual(['a']);
  });
});

describe('a message that is refused', () => {
  it('waits by itself, and goes at once when the receiver is well again', () => {
    const { pace, chosen, at, end, idsOf } = start();
    end(chosen('a'), 'refused');
    expect(idsOf(chosen('b'))).toEqual(['b']);
    at(59_999);
    expect(chosen('a')).toEqual([]);
    pace.hurry('ops', ['a']);
    const again = chosen('a');
    expect(idsOf(again)).toEqual(['a']);
    end(again, 'refused');
    at(59_999 + 60_000);
    expect(idsOf(chosen('a'))).toEqual(['a']);
  });
});
