/**
 * What a turn that grows by ten calls a second costs the analyzer once it is long, and how old the news of it are:
 * `node bench/live-turn.ts [CALLS]`. The same turn grows before an analyzer is started and then beside it; the difference is
 * the analyzer's, with all that it asks of the store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startAnalyzerThread } from '@loopscope/analyzer';
import { migrate, openStore, type Query, type SpanRow, type Store } from '@loopscope/sql';
import { z } from 'zod';

import { spanRows, traceIdOf } from './store-rows.ts';

const CALLS_PER_SECOND = 10;
/** What came in the last minute is read at every look, so a minute has to pass before a look costs what it will cost. */
const WARM_UP_SECONDS = 65;
const MEASURED_SECONDS = 25;
const LOOK_MS = 100;
const [length = 10_000] = process.argv.slice(2).map(Number);
const project = 'bench';

const most = length + CALLS_PER_SECOND * (WARM_UP_SECONDS + 3 * MEASURED_SECONDS);
const tools = spanRows(most);

/** Each call and the model span that asked for it, all in one trace. */
function spansOf(from: number, to: number): SpanRow[] {
  return tools.slice(from, to).flatMap((row, at) => {
    const common = { ...row, project, trace_id: traceIdOf(1), session_id: 'live' };
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

const callsShown: Query<{ project: string }, { calls: number }> = {
  name: 'calls_shown',
  sql: 'SELECT toUInt32(max(calls)) AS calls FROM turn_verdicts WHERE project = {project:String}',
  params: z.object({ project: z.string() }),
  row: z.object({ calls: z.number() }),
};

/** Lets the turn grow for so long; answers milliseconds of processor and, where it is watched, how old each news was. */
async function grow(store: Store, seconds: number, isWatched: boolean) {
  const cpu = process.cpuUsage();
  const endMs = performance.now() + seconds * 1_000;
  const sent: { calls: number; atMs: number }[] = [];
  const agesMs: number[] = [];
  const watch = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await sleep(LOOK_MS);
      const shown = (await store.query(callsShown, { project }))[0]?.calls ?? 0;
      while (sent[0] !== undefined && sent[0].calls <= shown) {
        agesMs.push(performance.now() - sent[0].atMs);
        sent.shift();
      }
    }
  };
  const watching = isWatched ? watch() : null;
  for (let dueMs = performance.now(); dueMs < endMs; dueMs += 1_000) {
    await sleep(Math.max(0, dueMs - performance.now()));
    await store.insert('spans', spansOf(made, made + CALLS_PER_SECOND));
    made += CALLS_PER_SECOND;
    sent.push({ calls: made, atMs: performance.now() });
  }
  await sleep(Math.max(0, endMs - performance.now()));
  await watching;
  const { user, system } = process.cpuUsage(cpu);
  return { ms: (user + system) / 1_000, agesMs };
}

const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-live-'));
const store = await openStore({ dataDir, retentionDays: 30_000 });
await migrate(store);
let made = length;
await store.insert('spans', spansOf(0, length));
const before = await grow(store, MEASURED_SECONDS, false);
const analyzer = startAnalyzerThread({
  store,
  project,
  declarations: new Map(),
  prices: new Map(),
  now: Date.now,
  log: (level, message, fields) => level !== 'info' && console.error(message, fields),
});
await grow(store, WARM_UP_SECONDS, false);
const beside = await grow(store, MEASURED_SECONDS, false);
const { agesMs } = await grow(store, MEASURED_SECONDS, true);
await analyzer.close();
await store.close();
rmSync(dataDir, { recursive: true, force: true });

const share = (beside.ms - before.ms) / (MEASURED_SECONDS * 1_000);
const at = (part: number): string => {
  const ms = agesMs.toSorted((a, b) => a - b)[Math.floor((agesMs.length - 1) * part)];
  return ms === undefined ? 'never' : `${(ms / 1_000).toFixed(1)} s`;
};
console.log(
  `a turn of ${made} calls that grows by ${CALLS_PER_SECOND} a second: the analyzer takes ${(share * 100).toFixed(0)} % of one core ` +
    `(${(before.ms / MEASURED_SECONDS).toFixed(0)} ms a second before it was started, ${(beside.ms / MEASURED_SECONDS).toFixed(0)} beside it)`,
);
console.log(`news of it are ${at(0.5)} old at p50, ${at(1)} at the most (of ${agesMs.length})`);
