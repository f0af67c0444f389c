import { afterAll, beforeAll, expect, it } from 'vitest';

import { loadSpans, loadTexts } from './load-rows.ts';
import { openTestHome, type TestHome } from './testing/home.ts';
import { toolSpan } from './testing/spans.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

it('rows of more than a page are all read, each copy once, in order of start', async () => {
  const project = 'pages';
  const count = 20_100;
  const idOf = (n: number): string => ((n * 7_919) % count).toString(16);
  const spans = Array.from({ length: count }, (_, n) =>
    toolSpan({
      id: idOf(n),
      trace: n < 60 ? '2' : '1',
      at: [n, n + 1],
      args: n < 6_000 ? {} : undefined,
    }),
  );
  for (let from = 0; from < count; from += 5_000) {
    await home.arrive(project, spans.slice(from, from + 5_000));
  }
  // A copy of each that may stand last on the first page of either question.
  const copies = spans.filter((_, n) => n % 50 === 0);
  await home.arrive(project, copies, 1);
  const traceIds = ['1', '2'].map((trace) => trace.padStart(32, '0'));
  const rows = await loadSpans({ store: home.store, project }, traceIds);
  const keyOf = (row: { trace_id: string; span_id: string }) => `${row.trace_id} ${row.span_id}`;
  expect(new Set(rows.map(keyOf)).size).toBe(count);
  const starts = rows.map(({ start_ns }) => Number(BigInt(start_ns) / 1_000_000n));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  const texts = await loadTexts({ store: home.store, project }, traceIds, { chars: 10 });
  expect(new Set(texts.map(keyOf)).size).toBe(count);
  expect(texts.filter(({ args }) => args === '{}').length).toBeGreaterThanOrEqual(6_000);
}, 120_000);
