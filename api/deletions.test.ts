import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleLoop, sampleSpan, sampleToolCall, sampleTurn } from '@loopscope/sql/sample-rows';
import type { Store } from '@loopscope/sql';
import { z } from 'zod';

import { createDeletions, type Deletions } from './deletions.ts';
import { openTestStore } from './testing/serve.ts';

const NOW = Date.UTC(2026, 2, 2);
const project = 'p';
let home: { store: Store; remove: () => Promise<void> };
let deletions: Deletions;

beforeAll(async () => {
  home = await openTestStore();
  deletions = createDeletions({
    store: home.store,
    project,
    now: () => NOW,
    intervalMs: 3_600_000,
    log: () => {},
  });
});
afterAll(async () => {
  await deletions.close();
  await home.remove();
});

const anything = z.record(z.string(), z.unknown());
const select = (sql: string, params: Record<string, unknown>) =>
  home.store.query({ name: 'select', sql, params: anything, row: anything }, params);

const TABLES = ['spans', 'session_traces', 'tool_calls', 'turn_verdicts', 'loops', 'alert_events'];

/** Rows of every table by session, as they lie there: what is only hidden counts. */
async function left(of: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of TABLES) {
    const column = table === 'alert_events' ? 'subject' : 'session_id';
    const sql = `SELECT toUInt32(count()) AS n FROM ${table} WHERE ${column} = {of:String}`;
    const [row] = await select(sql, { of });
    found[table] = row?.n;
  }
  return found;
}

const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]));

async function store(session: string, trace: string): Promise<void> {
  const own = { session_id: session, trace_id: trace };
  const turn = { ...own, turn_id: `turn of ${trace}` };
  await home.store.insert('spans', [
    sampleSpan({ ...own, span_id: `${trace}-1` }),
    sampleSpan({ ...own, span_id: `${trace}-2`, session_id: '' }),
  ]);
  await home.store.insert('tool_calls', [sampleToolCall({ ...turn, span_id: `${trace}-2` })]);
  await home.store.insert('turn_verdicts', [sampleTurn({ ...turn, trace_ids: [trace] })]);
  await home.store.insert('loops', [sampleLoop({ ...turn, loop_id: `loop of ${trace}` })]);
}

const spanIds = async (trace: string): Promise<unknown[]> =>
  (
    await select('SELECT span_id FROM spans WHERE trace_id = {trace:String} ORDER BY span_id', {
      trace,
    })
  ).map(({ span_id }) => span_id);

describe('a session that is deleted', () => {
  it('leaves no row in any table, and others as they were', async () => {
    await store('anna', 'a1');
    await store('anna', 'a2');
    await store('bert', 'b1');
    await home.store.insert('alert_events', [
      {
        project,
        alert_id: '1',
        at: '2026-03-01 10:00:00.000',
        rule: 'session-call-count',
        scope: 'session',
        subject: 'anna',
        kind: 'transition',
        from_state: 'inactive',
        to_state: 'firing',
        receiver: '',
        result: '',
        summary: '16 calls',
      },
    ]);
    const before = await left('bert');
    const row = await deletions.order({ session_id: 'anna', reason: 'asked to', by: 'dpo' });
    expect(row).toMatchObject({
      state: 'done',
      traces: 2,
      turns: 2,
      spans: '4',
      reason: 'asked to',
    });
    expect(await left('anna')).toEqual(NOTHING);
    expect(await spanIds('a1')).toEqual([]);
    expect(await left('bert')).toEqual(before);
  });

  it('is told of afterwards, and deleting it again is no fault', async () => {
    expect(await deletions.list({ session: 'anna' })).toMatchObject([
      { requested_by: 'dpo', state: 'done' },
    ]);
    expect(await deletions.order({ session_id: 'anna', reason: '', by: '' })).toMatchObject({
      requested_by: 'dpo',
    });
    expect(await deletions.order({ session_id: 'nobody', reason: '', by: '' })).toBeNull();
  });

  it('loses what arrives later of its traces, and of others that it had begun', async () => {
    await home.store.insert('spans', [
      sampleSpan({ trace_id: 'a1', span_id: 'late', session_id: '' }),
      sampleSpan({ trace_id: 'a3', span_id: 'late', session_id: 'anna' }),
    ]);
    expect(await deletions.sweep(600)).toBe(1);
    expect(await left('anna')).toEqual(NOTHING);
    expect([await spanIds('a1'), await spanIds('a3')]).toEqual([[], []]);
    const [row] = await deletions.list({ session: 'anna' });
    expect(row?.trace_ids).toEqual(['a1', 'a2', 'a3']);
    expect(await deletions.sweep(600)).toBe(0);
  });

  it('may begin anew', async () => {
    const started_at = '2026-03-03 10:00:00.000';
    await home.store.insert('spans', [
      sampleSpan({ trace_id: 'a4', span_id: 'new', session_id: 'anna', started_at }),
    ]);
    await deletions.sweep(600);
    expect(await spanIds('a4')).toEqual(['new']);
  });

  it('takes of a trace that another session has a turn in only what is its own', async () => {
    const trace_id = 'shared';
    await home.store.insert('spans', [
      sampleSpan({ trace_id, span_id: 'of carl', session_id: 'carl' }),
      sampleSpan({ trace_id, span_id: 'call of carl', session_id: '' }),
      sampleSpan({ trace_id, span_id: 'of dora', session_id: 'dora' }),
      sampleSpan({ trace_id, span_id: 'call of dora', session_id: '' }),
    ]);
    for (const session_id of ['carl', 'dora']) {
      const turn = { trace_id, session_id, turn_id: `turn of ${session_id}` };
      await home.store.insert('turn_verdicts', [sampleTurn({ ...turn, trace_ids: [trace_id] })]);
      await home.store.insert('tool_calls', [
        sampleToolCall({ ...turn, span_id: `call of ${session_id}` }),
      ]);
    }
    await deletions.order({ session_id: 'carl', reason: '', by: '' });
    expect(await left('carl')).toEqual(NOTHING);
    expect(await spanIds(trace_id)).toEqual(['call of dora', 'of dora']);
    expect(await left('dora')).toMatchObject({ tool_calls: 1, turn_verdicts: 1 });
  });
});
