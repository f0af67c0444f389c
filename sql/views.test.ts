import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LoopRow, ToolCallRow, TurnVerdictRow } from './rows/rows.ts';
import { sampleLoop, sampleToolCall, sampleTurn } from './testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from './store/temporary-store.ts';
import { turnTotals } from './rows/turn-totals.ts';
import { present, reference } from './testing/views-reference.ts';

const pick = <const T>(...values: T[]) => fc.constantFrom(...values);
const version = pick('1', '2', '3', '9007199254740993');
const deleted = fc.integer({ min: 0, max: 4 }).map((n): 0 | 1 => (n === 0 ? 1 : 0));
/** Either side of a day's, a month's and a five-minute step's end. */
const startedAt = pick(
  '2026-01-31 23:59:59.999',
  '2026-02-01 00:00:00.000',
  '2026-02-01 00:04:59.999',
  '2026-02-01 00:05:00.000',
);
const quarter = fc.integer({ min: 0, max: 40 }).map((n) => n / 4);
const turnId = pick('u1', 'u2', 'u3');
const sessionId = pick('x', 'y');

const call = fc
  .record({
    position: fc.integer({ min: 0, max: 7 }),
    turn_id: turnId,
    session_id: sessionId,
    tool: pick('a', 'b'),
    signature: pick('', 's1', 's2', 's3'),
    outcome: pick('ok', 'error', 'unknown'),
    error_class: pick('timeout', 'validation'),
    result_kind: pick('empty', 'value'),
    result_fingerprint: pick('', 'f1', 'f2'),
    attempt: fc.integer({ min: 1, max: 4 }),
    retry: pick('', 'transport', 'semantic'),
    eventual_success: pick(0, 1),
    loop_id: pick('', 'l1'),
    started_at: startedAt,
    duration_ms: quarter,
    model_ms: quarter,
    input_tokens: quarter,
    output_tokens: quarter,
    cost: quarter,
    version,
    deleted,
  })
  .map(({ position, ...own }): ToolCallRow => {
    const failed = own.outcome === 'error';
    return sampleToolCall({
      ...own,
      trace_id: `t${position % 2}`,
      span_id: `s${position >> 2}`,
      call_index: (position >> 1) % 2,
      seq: position,
      start_ns: String(position),
      agent_version: 'v1',
      identity: own.signature === '' ? '' : own.signature === 's1' ? 'i1' : 'i2',
      error_class: failed ? own.error_class : '',
      error_family: failed ? (own.error_class === 'timeout' ? 'transport' : 'semantic') : '',
      retry: own.signature === '' ? '' : own.retry,
    });
  });

const turn = fc
  .record({
    turn_id: turnId,
    session_id: sessionId,
    agent_name: pick('a1', 'a2'),
    started_at: startedAt,
    duration_ms: quarter,
    verdict: pick('healthy', 'loop'),
    loop_kinds: fc.subarray(['cycle', 'exact']),
    marks: fc.subarray(['no_root']),
    calls: fc.array(call, { maxLength: 4 }),
    input_tokens: quarter,
    cost: quarter,
    version,
    deleted,
  })
  .map(({ calls, ...own }): TurnVerdictRow =>
    sampleTurn({ ...own, ...turnTotals(calls), agent_version: 'v1' }),
  );

const loop = fc
  .record({
    loop_id: pick('l1', 'l2', 'l3'),
    turn_id: turnId,
    session_id: sessionId,
    kind: pick('exact', 'cycle'),
    severity: pick('alert', 'watch'),
    tool: pick('a', 'b'),
    calls: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
    started_at: startedAt,
    cost_ms: quarter,
    cost_usd: quarter,
    side_effects: fc.integer({ min: 0, max: 3 }),
    version,
    deleted,
  })
  .map((own): LoopRow => sampleLoop(own));

const callKey = (row: ToolCallRow) => `${row.trace_id}/${row.span_id}/${row.call_index}`;
const turnKey = (row: TurnVerdictRow) => row.turn_id;
const loopKey = (row: LoopRow) => row.loop_id;

/** Inserts as they come: in pieces, out of order, versions before their forerunners, some sent again. */
const deliveries = <Row extends { version: string }>(
  row: fc.Arbitrary<Row>,
  key: (row: Row) => string,
) =>
  fc
    // Two different rows of one key and version would be a writer's fault, not a delivery's.
    .uniqueArray(row, { selector: (one) => `${key(one)} ${one.version}`, maxLength: 24 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.subarray(rows), fc.subarray(rows)))
    .map((pieces): Row[][] => pieces);

let temporary: TemporaryStore;
let projects = 0;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

const readView = async (view: string, project: string): Promise<unknown[]> => {
  const sql = `SELECT * FROM ${view} WHERE project = {project:String}`;
  return inOrder(await temporary.select(sql, { project }));
};
/** Columns that the reference does not know, or the view does not show. */
const ASIDE = new Set(['stored_at', 'deleted']);
/** 64-bit counts come as digits; no text of these rows is made of digits alone but versions. */
const toNumber = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
/** Rows and their columns in one order. */
const inOrder = (rows: readonly object[]): unknown[] =>
  rows
    .map((row) =>
      Object.entries(row)
        .filter(([name]) => !ASIDE.has(name))
        .map(([name, value]) => [name, toNumber(value)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    .map((columns) => ({ key: JSON.stringify(columns), row: Object.fromEntries(columns) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);

describe('every view', () => {
  it(
    'equals the reference over whatever was inserted, in whatever order and how often',
    { timeout: 120_000 },
    () =>
      fc.assert(
        fc.asyncProperty(
          deliveries(call, callKey),
          deliveries(turn, turnKey),
          deliveries(loop, loopKey),
          async (calls, turns, loops) => {
            projects += 1;
            const project = `random-${projects}`;
            const own = <Row extends object>(rows: Row[]) =>
              rows.map((row) => ({ ...row, project }));
            for (const piece of calls) await temporary.store.insert('tool_calls', own(piece));
            for (const piece of turns) await temporary.store.insert('turn_verdicts', own(piece));
            for (const piece of loops) await temporary.store.insert('loops', own(piece));
            const now = {
              calls: present(own(calls.flat()), callKey),
              turns: present(own(turns.flat()), turnKey),
              loops: present(own(loops.flat()), loopKey),
            };
            for (const [view, expected] of Object.entries(reference)) {
              expect(await readView(view, project), view).toEqual(inOrder(expected(now)));
            }
          },
        ),
        { numRuns: 25 },
      ),
  );
});

describe('max attempts', () => {
  it('of ten thousand healthy turns and one at 14 has p99 1 and max 14', async () => {
    const ids = Array.from({ length: 10_001 }, (_, index) => String(index));
    const project = 'p99';
    await temporary.store.insert(
      'turn_verdicts',
      ids.map((id) => {
        const call = sampleToolCall({ attempt: id === '77' ? 14 : 1 });
        return sampleTurn({ project, turn_id: id, ...turnTotals([call]) });
      }),
    );
    expect(await readView('max_attempts_by_time', project)).toMatchObject([
      { turns: 10_001, p50: 1, p95: 1, p99: 1, max: 14 },
    ]);
  });
});
