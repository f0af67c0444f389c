import { expect, test } from 'vitest';
import { createCounters } from '../counters.ts';
import { startDrain } from './drain.ts';

test('what has waited for as long as the interval goes in without a pause', async () => {
  let left = 3;
  const drain = startDrain({
    ingest: {
      take: async () => ({
        token: `install/${left}`,
        lastId: 4 - left,
        spans: 1,
        fresh: 1,
        lines: Buffer.from('{}'),
        rejectedLines: Buffer.alloc(0),
        damaged: [],
      }),
      drop: async () => void (left -= 1),
      occupancy: () => ({ bytes: left, fresh: left, oldestMs: left === 0 ? null : 0, lastId: 3 }),
    },
    store: { insertLines: async () => {} },
    counters: createCounters(),
    now: () => 60_000,
    log: () => {},
    intervalMs: 60_000,
  });
  await expect.poll(() => left).toBeLessThanOrEqual(0);
  await drain.close();
});
