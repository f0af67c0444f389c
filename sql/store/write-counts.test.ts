import { expect, it } from 'vitest';

import { createWriteCounts } from './write-counts.ts';

it('whoever waits for a table is woken by its next write, in another thread too', async () => {
  const counts = createWriteCounts();
  const elsewhere = createWriteCounts(counts.shared);
  const waiting = elsewhere.waitFor('touched_traces', 0, 60_000);
  counts.note('spans');
  counts.note('touched_traces');
  await waiting;
  expect(elsewhere.of('touched_traces')).toBe(1);
  // What was written already is not waited for.
  await elsewhere.waitFor('touched_traces', 0, 60_000);
});

it('nobody waits longer than he wants to', async () => {
  await createWriteCounts().waitFor('spans', 0, 1);
});
