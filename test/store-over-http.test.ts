import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as sql from '@loopscope/sql';
import type { Query, Store } from '@loopscope/sql';
import { sampleLoop, sampleSpan, sampleToolCall, sampleTurn } from '@loopscope/sql/sample-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { migrate, openStore } = sql;
const project = 'p';
const nasty = 'it\'s \\ "quoted"\ttab\nline {x:String} é😀';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-http-'));
const inOrder = <Row>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
let front: ChildProcess;
let server: Store;
let embedded: Store;

beforeAll(async () => {
  const script = new URL('clickhouse-front.ts', import.meta.url).pathname;
  front = spawn(process.execPath, [script, join(folder, 'server')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(front.stdout!, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${line.toString().trim()}`;
  server = await openStore({ dataDir: '', url, retentionDays: 3650, readers: 2 });
  embedded = await openStore({
    dataDir: join(folder, 'embedded'),
    retentionDays: 3650,
    readers: 2,
  });
});
afterAll(async () => {
  await server.close();
  await embedded.close();
  if (front.exitCode === null && front.signalCode === null) {
    front.kill('SIGKILL');
    await once(front, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Two turns of one session that loops, one healthy one, a resend, a tombstone, and every other table. */
async function fill(store: Store): Promise<void> {
  const at = (second: number) => `2026-03-01 10:00:${String(second).padStart(2, '0')}.000`;
  const turns = ['u1', 'u2', 'u3'];
  for (const [index, turn_id] of turns.entries()) {
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
      calls.map((call, seq) =>
        sampleToolCall({
          ...call,
          seq,
          attempt: index === 0 ? seq + 1 : 1,
          retry: index === 0 && seq > 0 ? 'semantic' : '',
          eventual_success: index === 0 && seq > 0 ? 1 : 0,
          outcome: index === 0 && seq < 2 ? 'error' : 'ok',
          error_class: index === 0 && seq < 2 ? 'validation' : '',
          error_family: index === 0 && seq < 2 ? 'semantic' : '',
          effect: 'write',
        }),
      ),
    );
    const turn = sampleTurn({
      ...own,
      trace_ids: [trace_id],
      started_at: at(index),
      loop_kinds: [],
    });
    await store.insert('turn_verdicts', [turn]);
    await store.insert('turn_verdicts', [{ ...turn, loop_kinds: ['exact'], version: '2' }]);
    await store.insert('loops', [
      sampleLoop({ ...own, loop_id: `l${index}` }),
      sampleLoop({ ...own, loop_id: 'gone', version: '3', deleted: 1 }),
    ]);
  }
  await store.insert('rejected_spans', [
    {
      project,
      trace_id: 't9',
      span_id: 'x',
      service: 'shop',
      sample: nasty,
      rejected_at: at(0),
      reason: 'bad_time',
      detail: nasty,
    },
  ]);
  await store.insert('alert_states', [
    {
      project,
      alert_id: 'al',
      rule: 'r',
      scope: 'turn',
      subject: 'u1',
      state: 'firing',
      severity: 'page',
      since: at(0),
      updated_at: at(1),
      summary: nasty,
      agent_name: 'a',
      session_id: 's1',
      turn_id: 'u1',
      facts: '{}',
      undelivered: ['ops'],
      version: '1',
    },
  ]);
  await store.insert('alert_events', [
    {
      project,
      alert_id: 'al',
      at: at(1),
      rule: 'r',
      scope: 'turn',
      subject: 'u1',
      kind: 'transition',
      from_state: 'pending',
      to_state: 'firing',
      receiver: '',
      result: '',
      summary: nasty,
    },
  ]);
  await store.insert('silences', [
    {
      project,
      silence_id: 'si',
      created_at: at(0),
      expires_at: '2099-01-01 00:00:00.000',
      matcher: '{}',
      comment: nasty,
      version: '1',
      deleted: 0,
    },
  ]);
}

/** One value for every parameter that any question binds. */
const params: Record<string, unknown> = {
  ...sql.ANY_TURN,
  project,
  from: '2026-01-01 00:00:00.000',
  to: '2027-01-01 00:00:00.000',
  agents: ['support', nasty],
  models: [],
  tools: ['search', "o'brien"],
  versions: [],
  sessions: [],
  limit: 50,
  after_value: 0,
  after_id: '',
  after: '0',
  sort: 'max_attempts',
  descending: 1,
  turn_id: 'u1',
  session_id: 's1',
  tool: 'search',
  kinds: [],
  severities: [],
  states: [],
  alert_id: 'al',
  at: '2026-03-01 10:00:00.000',
  since: '2020-01-01 00:00:00.000000',
  trace_ids: ['t0', 't1', nasty],
  session_ids: ['s1'],
  step_seconds: 60,
  chars: 100,
};

const isQuery = (value: unknown): value is Query<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'sql' in value && 'params' in value;
const exported: [string, unknown][] = Object.entries(sql);
const questions = exported.flatMap(([name, query]) => (isQuery(query) ? [{ name, query }] : []));

/** Moments of the store's own clock, which differ between two stores. */
const CLOCK = new Set(['stored_us', 'touched_at']);
const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{16}$/.test(value);
const withoutClock = (rows: unknown[]): unknown[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as object).filter(([name, value]) => !CLOCK.has(name) && !isMoment(value)),
    ),
  );

describe('over HTTP', () => {
  it('a question before the tables are there is schema_missing', async () => {
    await expect(server.query(sql.status, { project })).rejects.toMatchObject({
      code: 'schema_missing',
      retryable: true,
      engineCode: 60,
    });
  });

  it('migrate makes everything, twice over', async () => {
    for (const store of [server, embedded]) {
      await migrate(store);
      await migrate(store);
      await fill(store);
    }
    expect([server.kind, embedded.kind]).toEqual(['server', 'embedded']);
  });

  it.each(questions)('$name answers as it does embedded', async ({ query }) => {
    const answers = await Promise.all(
      [server, embedded].map((store) => store.query(query, params)),
    );
    // A question that promises no order is compared as a set.
    const isSet = query === sql.resolvedOfTraces;
    const [overHttp, inProcess] = answers
      .map(withoutClock)
      .map((rows) => (isSet ? inOrder(rows) : rows));
    expect(overHttp).toEqual(inProcess);
    // Whatever is asked here has something to answer.
    expect(overHttp).not.toEqual([]);
  });

  it('texts arrive as they were sent', async () => {
    const steps = await server.query(sql.turnSteps, { project, turn_id: 'u1' });
    expect(steps.find((step) => step.kind === 'tool')).toMatchObject({
      args: nasty,
      result: nasty,
    });
  });

  it('more trace ids than an address can hold are bound all the same', async () => {
    const trace_ids = Array.from({ length: 5_000 }, (_, n) => n.toString(16).padStart(32, '0'));
    const rows = await server.query(sql.spansOfTraces, {
      project,
      trace_ids: [...trace_ids, 't0'],
      limit: 100,
    });
    expect(rows).toHaveLength(5);
  });

  it('one token stores once, none stores as often as it comes', async () => {
    const row = sampleSpan({ project: 'twice' });
    for (let time = 0; time < 2; time += 1) await server.insert('spans', [row], 'twice/1');
    const pending = () =>
      server.query(sql.pendingTraces, {
        project: 'twice',
        since: '2020-01-01 00:00:00.000000',
        limit: 9,
      });
    expect(await pending()).toMatchObject([{ touches: 1 }]);
    await server.insert('spans', [row]);
    await server.insert('spans', [row]);
    expect(await pending()).toMatchObject([{ touches: 3 }]);
  });

  it.each([
    ['bad_data', [sampleSpan({ started_at: 'yesterday' })]],
    [
      'too_many_partitions',
      Array.from({ length: 101 }, (_, n) =>
        sampleSpan({ span_id: String(n), started_at: `${2000 + n}-01-01 00:00:00.000` }),
      ),
    ],
  ])('what cannot be taken is %s and not worth another try', async (code, rows) => {
    await expect(server.insert('spans', rows)).rejects.toMatchObject({ code, retryable: false });
  });

  it('a server that is gone is store_unreachable, for reads, writes and ping', async () => {
    front.kill('SIGKILL');
    await once(front, 'exit');
    const gone = { code: 'store_unreachable', retryable: true };
    await expect(server.query(sql.status, { project })).rejects.toMatchObject(gone);
    await expect(server.insert('spans', [sampleSpan()])).rejects.toMatchObject(gone);
    expect(await server.ping()).toBe(false);
  });
});
