import { describe, expect, test } from 'vitest';

import { placeRun } from './place-run.ts';
import { readPlain } from './read-plain.ts';

const HOUR_MS = 3_600_000;
const at = { atMs: Date.UTC(2026, 10, 30, 12), spreadMs: 12 * HOUR_MS };
const plain = (id: string, calls: unknown[]) => readPlain({ id, calls }, id);
const callsOf = (placed: ReturnType<typeof placeRun>) =>
  placed.turns.flatMap((turn) => turn.steps.flatMap((step) => step.calls));

describe('a run without times', () => {
  const run = plain('a', [{ tool: 'x' }, { tool: 'x' }, { turn: 2, tool: 'y' }]);

  test('gets the same ones on every import', () => {
    expect(placeRun(run, at)).toEqual(placeRun(run, at));
    expect(placeRun(run, at).times).toBe('made_up');
  });

  test('ends within the hours before the given time, not all at one place', () => {
    const ends = ['a', 'b', 'c', 'd', 'e'].map(
      (id) => placeRun(plain(id, [{ tool: 'x' }]), at).turns.at(-1)!.endMs,
    );
    for (const end of ends) {
      expect(end).toBeLessThanOrEqual(at.atMs);
      expect(end).toBeGreaterThanOrEqual(at.atMs - at.spreadMs);
    }
    expect(new Set(ends).size).toBe(5);
  });

  test('has half a second for a call and a minute between turns', () => {
    const [first, second] = placeRun(run, at).turns;
    expect(first!.endMs - first!.startMs).toBe(1000);
    expect(second!.startMs - first!.endMs).toBe(60_000);
  });
});

describe('a run with times', () => {
  test('keeps them; a call without a length ends where the next one begins', () => {
    const placed = placeRun(
      plain('a', [
        { tool: 'x', t: 1_763_510_516 },
        { tool: 'x', t: 1_763_510_516.2 },
        { tool: 'x', start_ms: 1_763_510_520_000, duration_ms: 30_000 },
      ]),
      at,
    );
    expect(placed.times).toBe('recorded');
    expect(callsOf(placed).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1_763_510_516_000, 1_763_510_516_200],
      [1_763_510_516_200, 1_763_510_516_700],
      [1_763_510_520_000, 1_763_510_550_000],
    ]);
  });

  test('keeps its order where a time goes back', () => {
    const placed = placeRun(
      plain('a', [
        { tool: 'x', t: 1_763_510_520 },
        { tool: 'y', t: 1_763_510_510 },
      ]),
      at,
    );
    const [first, second] = callsOf(placed);
    expect(second!.startMs).toBeGreaterThanOrEqual(first!.startMs);
  });
});

test('calls of one step run side by side', () => {
  const placed = placeRun(
    plain('a', [
      { tool: 'x', step: 1 },
      { tool: 'y', step: 1 },
    ]),
    at,
  );
  const [first, second] = callsOf(placed);
  expect(second!.startMs).toBe(first!.startMs);
});
