import type { Store } from '@loopscope/sql';
import { expect, it } from 'vitest';

import { createRest } from './rest.ts';

const LONG_MS = 60_000;

function writesOf(counts: { touches: number }, woken: Promise<void>): NonNullable<Store['writes']> {
  return {
    shared: new SharedArrayBuffer(4),
    of: () => counts.touches,
    note: () => {},
    waitFor: (_table, seen) => (counts.touches === seen ? woken : Promise.resolve()),
  };
}

it('a rest ends as soon as traces are touched, and at once where they were touched in its least time', async () => {
  const counts = { touches: 1 };
  const woken = Promise.withResolvers<void>();
  const rest = createRest(
    { writes: writesOf(counts, woken.promise) },
    new AbortController().signal,
  );
  const resting = rest.untilTouched(1, LONG_MS);
  counts.touches = 2;
  await resting;
  const again = rest.untilTouched(0, LONG_MS);
  setImmediate(woken.resolve);
  await again;
  expect(counts.touches).toBe(2);
});

it('a rest ends when the analyzer is closed', async () => {
  const stop = new AbortController();
  const never = new Promise<void>(() => {});
  const resting = createRest({ writes: writesOf({ touches: 0 }, never) }, stop.signal);
  const both = [resting.untilTouched(0, LONG_MS), resting.pause(LONG_MS)];
  setImmediate(() => stop.abort());
  await Promise.all(both);
  expect(stop.signal.aborted).toBe(true);
});
