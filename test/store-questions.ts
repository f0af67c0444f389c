import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';

import * as sql from '@loopscope/sql';
import type { Query, RowOf, Store, TableName } from '@loopscope/sql';
import { sampleLoop, sampleSpan, sampleToolCall, sampleTurn } from '@loopscope/sql/sample-rows';
import { expect } from 'vitest';
import { z } from 'zod';

export const project = 'p';
export const nasty = 'it\'s \\ "quoted"\ttab\nline {x:String} é😀';

/** An engine of its own behind ClickHouse's HTTP interface. */
export interface Front {
  url: string;
  kill(): Promise<void>;
}

/** `config` is a file of the engine's own configuration. */
export async function startFront(dataDir: string, config?: string): Promise<Front> {
  const script = new URL('clickhouse-front.ts', import.meta.url).pathname;
  const args = [script, dataDir, ...(config === undefined ? [] : [config])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // It ends with its input, and so with this process.
  child.unref();
  return { url: `http://127.0.0.1:${line.toString().trim()}`, kill: () => killChild(child) };
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const isQuery = (value: unknown): value is Query<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value && 'params' in value;

/** Every question that the product asks of its store. */
export const QUESTIONS = Object.entries<unknown>(sql).flatMap(([name, query]) =>
  isQuery(query) ? [{ name, query }] : [],
);

type Schema = z.core.JSONSchema.BaseSchema;

/** A value that the schema lets through: names stand for themselves, times for one moment. */
function valueOf(name: string, schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return valueOf(name, schema.anyOf[0] ?? {});
  if (Array.isArray(schema.type)) return valueOf(name, { type: schema.type[0] } as Schema);
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  const pattern = schema.pattern ?? '';
  if (pattern.startsWith('^-?')) return '1';
  if (pattern.includes('{6}')) return '2026-03-01 10:00:00.000000';
  if (pattern !== '') return '2026-03-01 10:00:00.000';
  return name;
}

function fieldsOf(schema: z.ZodType): [string, Schema][] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties) as [string, Schema][];
}

function anyRow<Name extends TableName>(table: Name, own: Partial<RowOf<Name>>): RowOf<Name> {
  const fields = fieldsOf(sql.TABLE_ROWS[table]);
  const row = Object.fromEntries(fields.map(([name, schema]) => [name, valueOf(name, schema)]));
  return { ...row, project, ...own } as RowOf<Name>;
}

const at = (second: number): string => `2026-03-01 10:00:${String(second).padStart(2, '0')}.000`;

/** Two turns of one session that loops, one healthy one, a resend, a tombstone, and every other table. */
export async function fill(store: Store): Promise<void> {
  for (const [index, turn_id] of ['u1', 'u2', 'u3'].entries())
    await fillTurn(store, turn_id, index);
  const filled = new Set(['spans', 'tool_calls', 'turn_verdicts', 'loops', 'touched_traces']);
  const others = Object.keys(sql.TABLE_ROWS) as TableName[];
  const own = { tool: 'search', turn_id: 'u1', session_id: 's1', alert_id: 'al', loop_id: 'l0' };
  for (const table of others.filter((name) => !filled.has(name))) {
    const known = Object.keys(anyRow(table, {}));
    const kept = Object.entries(own).filter(([name]) => known.includes(name));
    await store.insert(table, [anyRow(table, Object.fromEntries(kept))]);
  }
}

async function fillTurn(store: Store, turn_id: string, index: number): Promise<void> {
  const trace_id = `t${index}`;
  const own = { project, trace_id, turn_id, session_id: index === 2 ? 's2' : 's1' };
  const calls = Array.from({ length: 3 }, (_, seq) => ({
    ...own,
    span_id: `c${seq}`,
    started_at: at(seq),
    tool: seq === 2 ? 'other' : 'search',
  }));
  await store.insert(
    'spans',
    [
      ...calls.map((call) => sampleSpan({ ...call, kind: 'tool', args: nasty, result: nasty })),
      sampleSpan({ ...own, span_id: 'm', kind: 'model', messages: '{}', input_tokens: 7 }),
      sampleSpan({ ...own, span_id: 'a', kind: 'agent', name: nasty }),
    ],
    `spans/${index}`,
  );
  await store.insert(
    'tool_calls',
    calls.map((call, seq) => {
      const isRetry = index === 0 && seq > 0;
      const failed = index === 0 && seq < 2;
      return sampleToolCall({
        ...call,
        seq,
        attempt: index === 0 ? seq + 1 : 1,
        retry: isRetry ? 'semantic' : '',
        eventual_success: isRetry ? 1 : 0,
        outcome: failed ? 'error' : 'ok',
        error_class: failed ? 'validation' : '',
        error_family: failed ? 'semantic' : '',
        effect: 'write',
      });
    }),
  );
  const turn = sampleTurn({ ...own, trace_ids: [trace_id], started_at: at(index), loop_kinds: [] });
  await store.insert('turn_verdicts', [turn]);
  await store.insert('turn_verdicts', [{ ...turn, loop_kinds: ['exact'], version: '2' }]);
  await store.insert('loops', [
    sampleLoop({ ...own, loop_id: `l${index}` }),
    sampleLoop({ ...own, loop_id: 'gone', version: '3', deleted: 1 }),
  ]);
}

/** What the questions ask for; every other parameter is made up by its type. */
const ASKED: Record<string, unknown> = {
  ...sql.ANY_TURN,
  project,
  from: '2026-01-01 00:00:00.000',
  to: '2027-01-01 00:00:00.000',
  agents: ['support', nasty],
  tools: ['search', "o'brien"],
  limit: 50,
  after_value: 0,
  after_id: '',
  after: '0',
  sort: 'max_attempts',
  descending: 1,
  turn_id: 'u1',
  turn_ids: ['u1', 'u2'],
  session_id: 's1',
  session_ids: ['s1'],
  loop_id: 'l0',
  tool: 'search',
  alert_id: 'al',
  at: '2026-03-01 10:00:00.000',
  since: '2020-01-01 00:00:00.000000',
  trace_ids: ['t0', 't1', nasty],
  step_seconds: 60,
  // By its own clock each store has another moment.
  clock: 'data',
  chars: 100,
};

export function paramsOf(query: Query<unknown, unknown>): Record<string, unknown> {
  const made = fieldsOf(query.params).map(([name, schema]) => {
    const asked = { [name]: ASKED[name] };
    const isAsked = ASKED[name] !== undefined && fits(query, name, asked);
    return [name, isAsked ? ASKED[name] : valueOf(name, schema)];
  });
  return Object.fromEntries(made);
}

/** A name may mean one thing here and another there. */
function fits(query: Query<unknown, unknown>, name: string, asked: object): boolean {
  const { error } = query.params.safeParse(asked);
  return error?.issues.every(({ path }) => path[0] !== name) ?? true;
}

/** Moments of the store's own clock, which differ between two stores. */
const CLOCK = new Set(['stored_us', 'touched_at', 'stored_at']);
const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{16}$/.test(value);

/** Their answer is about when something came, which differs between two stores. */
const ABOUT_TIME = new Set(['ingestionFacts', 'tracesOfTool']);
/** They tell when something came: two stores agree on the sum of that column only. */
const BY_ARRIVAL = new Map([
  ['touchedBlocks', 'traces'],
  ['replayArrivals', 'touches'],
  ['storedSpans', 'spans'],
]);

/** Holds the answers of two stores to one question against each other. */
export function expectSame(
  name: string,
  [there, here]: readonly [readonly unknown[], readonly unknown[]],
): void {
  const summed = BY_ARRIVAL.get(name);
  if (summed !== undefined) expect(sumOf(there, summed)).toBe(sumOf(here, summed));
  else if (ABOUT_TIME.has(name)) expect(there).toHaveLength(here.length);
  else expect(comparable(there)).toEqual(comparable(here));
}

const sumOf = (rows: readonly unknown[], column: string): number =>
  rows.reduce<number>(
    (sum, row) => sum + Number(new Map(Object.entries(Object(row))).get(column)),
    0,
  );

/** An answer that can be compared with another store's: without its clock, and in one order. */
function comparable(rows: readonly unknown[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(row, (name, value: unknown) =>
        CLOCK.has(name) || isMoment(value) ? undefined : value,
      ),
    )
    .toSorted();
}
