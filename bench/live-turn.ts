/** What a turn that grows by ten calls a second costs the analyzer, store included: `node bench/live-turn.ts [CALLS]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startAnalyzer } from '@loopscope/analyzer';
import { migrate, openStore } from '@loopscope/sql';
import type { SpanRow } from '@loopscope/sql';

import { spanRows, traceIdOf } from './store-rows.ts';

const CALLS_PER_SECOND = 10;
const ROUNDS = 5;
/** What came in the last minute is read at every look: of a turn that grows by ten calls a second, 600 of them. */
const SETTLED_MS = 61_000;
const lengths = process.argv[2] === undefined ? [1_000, 3_000, 10_000] : [Number(process.argv[2])];

/** Each call and the model span that asked for it, all in one trace. */
function spansOf(from: number, to: number): SpanRow[] {
  return spanRows(to)
    .slice(from)
    .flatMap((row, at) => {
      const common = { ...row, trace_id: traceIdOf(1), session_id: 'live' };
      const model: SpanRow = {
        ...common,
        span_id: (0x8000_0000 + from + at).toString(16).padStart(16, '0'),
        name: 'chat bench-model',
        kind: 'model',
        tool: '',
        args: '',
        args_known: 0,
        result: '',
        result_known: 0,
        signature: '',
        identity: '',
        result_fingerprint: '',
        input_tokens: 900,
        output_tokens: 80,
      };
      return [model, common];
    });
}

console.log('ten more calls of a live turn -> its rows brought up to date, store included');
let firstPerCall = 0;
for (const length of lengths) {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-live-'));
  const store = await openStore({ dataDir, retentionDays: 30_000 });
  await migrate(store);
  const analyzer = startAnalyzer({
    store,
    project: 'bench',
    declarations: new Map(),
    prices: new Map(),
    intervalMs: 3_600_000,
    now: Date.now,
    log: () => {},
  });
  await store.insert('spans', spansOf(0, length));
  await analyzer.drain();
  await sleep(SETTLED_MS);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = length + round * CALLS_PER_SECOND;
    await store.insert('spans', spansOf(from, from + CALLS_PER_SECOND));
    const before = process.cpuUsage();
    await analyzer.drain();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  const perCall = best / length;
  firstPerCall ||= perCall;
  console.log(
    [
      `${length} calls`.padStart(12),
      `${best.toFixed(0)} ms of processor for one look`.padStart(36),
      `${(perCall / firstPerCall).toFixed(2)} of the first per call`.padStart(28),
    ].join(''),
  );
  await analyzer.close();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
