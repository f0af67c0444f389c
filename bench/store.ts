/**
 * Rows per second of `Store.insert` beside the engine's bare insert, and the time of every question that the API asks
 * over 50,000 turns with 200,000 calls. Run: `node bench/store.ts [turns]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ANY_TURN,
  distinctRatioHistogram,
  freshTurns,
  loops,
  maxAttemptsHistogram,
  maxAttemptsSeries,
  migrate,
  openStore,
  overview,
  pendingTraces,
  readSessions,
  readTurns,
  resolvedOfTraces,
  sessionTotals,
  sessionStatsOf,
  sessionTraces,
  sessionTurns,
  spansOfTraces,
  status,
  tool,
  toolErrors,
  tools,
  turn,
  turnLoops,
  subjectsSince,
  turnStatsOf,
  turnsOfTraces,
  turnSteps,
  WHOLE_STEPS,
  type Query,
  type Store,
} from '@loopscope/sql';
import { wholeYear } from '@loopscope/sql/sample-rows';
import { createChdbConnection } from 'chdb/connection';

import { fleetRows, spanRows, traceIdOf } from './store-rows.ts';

const BATCH = 2_000;
const SPANS = 40_000;
const TURNS = Number(process.argv[2] ?? 50_000);
const REPEATS = 5;

const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
const store = await openStore({ dataDir, retentionDays: 3650 });
try {
  await migrate(store);
  console.table(await benchInserts(store));
  await fill(store);
  console.table(await benchQueries(store));
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function benchInserts(store: Store): Promise<unknown> {
  const rows = spanRows(SPANS);
  const bytes = rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  const viaStore = await seconds(async () => {
    for (let start = 0; start < rows.length; start += BATCH) {
      await store.insert('spans', rows.slice(start, start + BATCH), `bench/${start}`);
    }
  });
  const { chdb, close } = bareEngine();
  await chdb.queryAsync(
    'CREATE TABLE bare_spans AS spans ENGINE = MergeTree ORDER BY (project, trace_id, span_id)',
  );
  const texts: string[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    texts.push(
      rows
        .slice(start, start + BATCH)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
  }
  const bare = await seconds(async () => {
    for (const values of texts) {
      await chdb.rawInsert({
        table: 'bare_spans',
        values,
        format: 'JSONEachRow',
        settings: { async_insert: 0 },
      });
    }
  });
  await chdb.queryAsync('DROP TABLE bare_spans');
  await close();
  const rate = (took: number): number => Math.round(rows.length / took);
  return {
    'Store.insert (token, fsync, two views)': { 'rows/s': rate(viaStore), ratio: 1 },
    'bare insert (text ready, none of these)': {
      'rows/s': rate(bare),
      ratio: round(viaStore / bare),
    },
    'bytes per row': { 'rows/s': Math.round(bytes / rows.length) },
  };
}

function bareEngine() {
  const connection = createChdbConnection({ path: dataDir });
  return { chdb: connection.chdb, close: () => connection.close() };
}

async function fill(store: Store): Promise<void> {
  const took = await seconds(async () => {
    for (const { table, rows } of fleetRows(TURNS)) await store.insert(table, rows);
  });
  console.log(`${TURNS} turns filled in ${round(took)} s`);
}

async function benchQueries(store: Store): Promise<unknown> {
  const filter = wholeYear('bench');
  const hour = { ...filter, from: '2026-01-03 10:00:00.000', to: '2026-01-03 11:00:00.000' };
  const first = { limit: 50, after_value: 0, after_id: '' };
  const project = 'bench';
  const trace_ids = [traceIdOf(4_711)];
  const list = { ...filter, ...first, ...ANY_TURN, sort: 'max_attempts', descending: 1 } as const;
  const news = { project, after: '0', limit: 500 };
  const baselineMs = await bareGroupBy();
  const ask = <P, R>(label: string, query: Query<P, R>, params: P) =>
    time(label, () => store.query(query, params));
  const time = async (label: string, read: () => Promise<readonly unknown[]>) => {
    const times: number[] = [];
    let rows = 0;
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      times.push(
        await seconds(async () => {
          rows = (await read()).length;
        }),
      );
    }
    const ms = median(times) * 1e3;
    return [label, { 'median ms': round(ms), ratio: round(ms / baselineMs), rows }] as const;
  };
  return Object.fromEntries([
    ['bare GROUP BY turn over all calls', { 'median ms': round(baselineMs), ratio: 1, rows: 1 }],
    await ask('overview', overview, filter),
    await ask('overview, one hour', overview, hour),
    await ask('overview, one tool', overview, { ...filter, tools: ['create_ticket'] }),
    await ask('maxAttemptsSeries', maxAttemptsSeries, { ...filter, step_seconds: 3600 }),
    await ask('maxAttemptsHistogram', maxAttemptsHistogram, filter),
    await ask('distinctRatioHistogram', distinctRatioHistogram, filter),
    await time('turns, -max_attempts', () => readTurns(store, list)),
    await time('turns, -started_at', () => readTurns(store, { ...list, sort: 'started_at' })),
    await time('turns, one hour', () => readTurns(store, { ...list, ...hour })),
    await time('turns, one tool', () => readTurns(store, { ...list, tools: ['create_ticket'] })),
    await ask('turn', turn, { project, turn_id: 'turn-4711' }),
    await ask('turnSteps', turnSteps, { project, turn_id: 'turn-4711', ...WHOLE_STEPS }),
    await ask('turnLoops', turnLoops, { project, turn_id: 'turn-4711' }),
    await time('sessions', () =>
      readSessions(store, { ...filter, ...first, sort: 'last_seen_at', descending: 1 }),
    ),
    await ask('session', sessionTotals, { project, session_ids: ['session-471'] }),
    await ask('sessionTurns', sessionTurns, { project, session_id: 'session-471', limit: 500 }),
    await ask('tools', tools, { ...filter, ...first, high_share: 0.05 }),
    await ask('tool', tool, { ...filter, tool: 'create_ticket' }),
    await ask('toolErrors', toolErrors, { ...filter, tool: 'create_ticket', limit: 50 }),
    await ask('loops', loops, { ...filter, ...first, kinds: [], severities: [] }),
    await ask('status', status, { project }),
    await ask('freshTurns', freshTurns, news),
    await ask('subjectsSince', subjectsSince, { ...news, scope: 'session', after_id: '' }),
    await ask('sessionStatsOf', sessionStatsOf, { project, ids: ['session-471'] }),
    await ask('turnStatsOf', turnStatsOf, { project, ids: ['turn-4711'] }),
    await ask('pendingTraces', pendingTraces, {
      project,
      since: '2020-01-01 00:00:00',
      limit: 500,
    }),
    await ask('sessionTraces', sessionTraces, { project, trace_ids, limit: 500 }),
    await ask('spansOfTraces', spansOfTraces, {
      project,
      trace_ids,
      blocks: [],
      until_ns: String(2n ** 63n - 1n),
      after_trace: '',
      after_span: '',
      limit: 5000,
    }),
    await ask('turnsOfTraces', turnsOfTraces, { project, trace_ids }),
    await ask('resolvedOfTraces', resolvedOfTraces, { project, trace_ids }),
  ]);
}

/** What a question over all turns cannot do without, as the engine alone does it. */
async function bareGroupBy(): Promise<number> {
  const { chdb, close } = bareEngine();
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const sql = 'SELECT turn_id, count(), max(attempt) FROM tool_calls FINAL GROUP BY turn_id';
    times.push(await seconds(async () => void (await chdb.queryAsync(`${sql} FORMAT Null`))));
  }
  await close();
  return median(times) * 1e3;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1e3;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
