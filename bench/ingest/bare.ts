/** Rows per second that the engine takes of the product's own rows, nothing else running: `node bare.ts FOLDER`. */
import {
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
} from '@loopscope/collector';
import { migrate, openStore } from '@loopscope/sql';

import { createTraffic, SPANS_PER_REQUEST } from './traffic.ts';

const ROWS_PER_INSERT = 10_000;
const INSERTS = 6;

const store = await openStore({ dataDir: process.argv[2] ?? '.', retentionDays: 3650 });
await migrate(store);
const traffic = createTraffic();
const normalise = createNormaliser(DIALECTS);
const nowMs = Date.now();
const context = {
  project: 'default',
  declarations: new Map(),
  content: 'full' as const,
  limits: DEFAULT_LIMITS,
  nowMs,
};
const batches = Array.from({ length: INSERTS }, () => {
  const lines = Array.from({ length: ROWS_PER_INSERT / SPANS_PER_REQUEST }, () =>
    decodeTraces(traffic.next(nowMs).body, 'protobuf', DEFAULT_LIMITS).spans.map((span) =>
      JSON.stringify(toSpanRow(normalise(span), context)),
    ),
  );
  return Buffer.from(lines.flat().join('\n'));
});
const [warm = Buffer.alloc(0), ...measured] = batches;
await store.insertLines('spans', warm, 'bare/warm');
const startedMs = performance.now();
const before = process.cpuUsage();
for (const [at, lines] of measured.entries()) await store.insertLines('spans', lines, `bare/${at}`);
const ms = performance.now() - startedMs;
const { user, system } = process.cpuUsage(before);
const rows = measured.length * ROWS_PER_INSERT;
process.send?.({ rowsPerSecond: (rows / ms) * 1_000, cpuUsPerRow: (user + system) / rows });
await store.close();
