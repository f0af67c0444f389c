import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleLoop, sampleSpan, sampleToolCall, sampleTurn } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import { pendingTraces } from './pending-traces.ts';
import { resolvedOfTraces } from './resolved-of-traces.ts';
import { sessionTraces } from './session-traces.ts';
import { spanBlocks } from './span-blocks.ts';
import { spanStartAt } from './span-start-at.ts';
import { spansOfTraces } from './spans-of-traces.ts';
import { touchedBlocks } from './touched-blocks.ts';
import { tracesOfBlocks } from './traces-of-blocks.ts';
import { turnsOfTraces } from './turns-of-traces.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

describe('touchedBlocks and tracesOfBlocks', () => {
  const project = 'blocks';
  const since = '2020-01-01 00:00:00.000000';
  const listed = () => temporary.store.query(touchedBlocks, { project, since });
  const touch = (...trace_ids: string[]) =>
    temporary.store.insert(
      'spans',
      trace_ids.map((trace_id) => sampleSpan({ project, trace_id })),
    );

  it('tell inserts apart by their time, and name the traces of those that are asked for', async () => {
    expect(await listed()).toEqual([]);
    await touch('t1', 't2', 't1');
    await touch('t2', 't3');
    const [first, second] = await listed();
    expect([first?.traces, second?.traces]).toEqual([2, 2]);
    const times = [first?.touched_at ?? '', second?.touched_at ?? ''];
    const tracesOf = async (blocks: string[]) =>
      (await temporary.store.query(tracesOfBlocks, { project, blocks })).map(
        ({ trace_id, touches, touched_at }) =>
          `${trace_id} ${touches} ${times.indexOf(touched_at)}`,
      );
    expect(await tracesOf(times.slice(1))).toEqual(['t2 1 1', 't3 1 1']);
    expect(await tracesOf(times)).toEqual(['t1 1 0', 't2 2 1', 't3 1 1']);
  });
});

describe('pendingTraces', () => {
  const project = 'pending';
  const pending = (since = '2020-01-01 00:00:00.000000') =>
    temporary.store.query(pendingTraces, { project, since, limit: 10 });
  const resolve = (rows: Awaited<ReturnType<typeof pending>>) =>
    temporary.store.insert(
      'resolved_traces',
      rows.map((row) => ({ project, ...row })),
    );
  const touch = (trace_id: string) =>
    temporary.store.insert('spans', [sampleSpan({ project, trace_id })]);

  it('lists a touched trace until what was answered is written down', async () => {
    await touch('t1');
    const first = await pending();
    expect(first.map((row) => row.trace_id)).toEqual(['t1']);
    expect(await pending()).toEqual(first);
    await resolve(first);
    expect(await pending()).toEqual([]);
  });

  it('lists it again after another touch, behind those that have waited longer', async () => {
    await touch('t2');
    await touch('t1');
    expect((await pending()).map((row) => row.trace_id)).toEqual(['t2', 't1']);
    await resolve(await pending());
  });

  it('lists it again when a touch surfaces behind the one that was resolved', async () => {
    await temporary.store.define(
      `INSERT INTO touched_traces SELECT '${project}', 't1', now64(6) - toIntervalMinute(1)`,
    );
    expect((await pending()).map((row) => row.trace_id)).toEqual(['t1']);
    await resolve(await pending());
    expect(await pending()).toEqual([]);
  });

  it('looks no further back than since', async () => {
    await touch('t3');
    expect(await pending('2200-01-01 00:00:00.000000')).toEqual([]);
    expect((await pending()).map((row) => row.trace_id)).toEqual(['t3']);
  });
});

describe('sessionTraces', () => {
  const project = 'sessions';
  const ask = (trace_ids: string[], limit = 10) =>
    temporary.store.query(sessionTraces, { project, trace_ids, limit });

  beforeAll(async () => {
    const span = (trace_id: string, span_id: string, session_id: string, hour: number) =>
      sampleSpan({
        project,
        trace_id,
        span_id,
        session_id,
        started_at: `2026-03-01 ${String(hour).padStart(2, '0')}:00:00.000`,
      });
    const rows = [
      // The session stands on a late span only.
      span('t1', 'a', '', 1),
      span('t1', 'b', 's1', 2),
      span('t2', 'c', 's1', 3),
      span('t3', 'd', 's2', 4),
      span('t4', 'e', '', 5),
    ];
    await temporary.store.insert('spans', rows);
    await temporary.store.insert('spans', rows.slice(0, 3));
  });

  it('finds every trace of the sessions of the given ones, each once, the newest first', async () => {
    const rows = await ask(['t1']);
    expect(rows.map((row) => row.trace_id)).toEqual(['t2', 't1']);
    expect(rows[1]).toEqual({
      session_id: 's1',
      trace_id: 't1',
      first_at: '2026-03-01 02:00:00.000',
      last_at: '2026-03-01 02:00:00.000',
    });
  });

  it('drops the oldest at its bound', async () => {
    expect((await ask(['t1', 't3'], 2)).map((row) => row.trace_id)).toEqual(['t3', 't2']);
  });

  it('has nothing to say about a trace without a session', async () => {
    expect(await ask(['t4', 'unknown'])).toEqual([]);
  });
});

describe('spansOfTraces', () => {
  const project = 'spans';
  const first = { until_ns: '9223372036854775807', after_trace: '', after_span: '', limit: 10 };
  const ask = (trace_ids: string[], blocks: string[] = [], page: Partial<typeof first> = {}) =>
    temporary.store.query(spansOfTraces, { project, trace_ids, blocks, ...first, ...page });

  it('answers every delivery of a span, in the order of ids and without texts', async () => {
    const early = sampleSpan({ project, trace_id: 't1', span_id: 'b', start_ns: '5' });
    const late = sampleSpan({ project, trace_id: 't1', span_id: 'a', start_ns: '7', version: '9' });
    await temporary.store.insert('spans', [{ ...late, tool: 'old', version: '1' }, early]);
    await temporary.store.insert('spans', [late]);
    await temporary.store.insert('spans', [early]);
    const rows = await ask(['t1']);
    const { args, result, attributes, events, status_message, ...narrow } = late;
    expect([...new Set(rows.map((row) => row.span_id))]).toEqual(['a', 'b']);
    expect(rows).toContainEqual(narrow);
    expect([args, result, attributes, events, status_message]).not.toContain(undefined);
  });

  it('answers those of some inserts, which bear one time each', async () => {
    const span = (span_id: string) => sampleSpan({ project, trace_id: 't3', span_id });
    await temporary.store.insert('spans', [span('a'), span('b')]);
    await temporary.store.insert('spans', [span('c')]);
    const blocks = await temporary.store.query(spanBlocks, {
      project,
      trace_ids: ['t3'],
      since: '2020-01-01 00:00:00.000000',
    });
    const [first, second] = blocks.toSorted((a, b) => (a.stored_at < b.stored_at ? -1 : 1));
    expect([first?.spans, second?.spans]).toEqual([2, 1]);
    const rows = await ask(['t3'], [first?.stored_at ?? '']);
    expect(rows.map((row) => row.span_id)).toEqual(['a', 'b']);
  });

  it('answers page by page, and none that began after a time', async () => {
    const span = (trace_id: string, span_id: string, start_ns: string) =>
      sampleSpan({ project, trace_id, span_id, start_ns });
    const rows = [span('p1', 'a', '3'), span('p1', 'b', '1'), span('p2', 'a', '2')];
    await temporary.store.insert('spans', rows);
    const pageAfter = async (
      after_trace: string,
      after_span: string,
      until_ns = first.until_ns,
    ) => {
      const page = { after_trace, after_span, until_ns, limit: 2 };
      const found = await ask(['p1', 'p2'], [], page);
      return found.map(({ trace_id, span_id }) => `${trace_id} ${span_id}`);
    };
    expect(await pageAfter('', '')).toEqual(['p1 a', 'p1 b']);
    expect(await pageAfter('p1', 'a')).toEqual(['p1 b', 'p2 a']);
    expect(await pageAfter('p1', 'b')).toEqual(['p2 a']);
    const places = [0, 1, 2, 3].map(async (place) => {
      const [found] = await temporary.store.query(spanStartAt, {
        project,
        trace_ids: ['p1', 'p2'],
        place,
      });
      return found?.start_ns;
    });
    expect(await Promise.all(places)).toEqual(['1', '2', '3', undefined]);
    expect(await pageAfter('', '', '2')).toEqual(['p1 b', 'p2 a']);
  });

  it('keeps all 64 bits of a time, and messages for model spans only', async () => {
    const own = { project, trace_id: 't2', start_ns: '9223372036854775807', messages: '{}' };
    await temporary.store.insert('spans', [
      sampleSpan({ ...own, span_id: 'a', kind: 'model', input_tokens: 4_000_000_000 }),
      sampleSpan({ ...own, span_id: 'b', kind: 'tool' }),
    ]);
    const rows = await ask(['t2']);
    expect(rows.map((row) => [row.start_ns, row.messages, row.input_tokens])).toEqual([
      ['9223372036854775807', '{}', 4_000_000_000],
      ['9223372036854775807', '', null],
    ]);
  });
});

describe('turnsOfTraces and resolvedOfTraces', () => {
  const project = 'resolved';
  const ask = async (...trace_ids: string[]) => {
    const rows = await temporary.store.query(resolvedOfTraces, { project, trace_ids });
    return rows
      .map((row) => `${row.table_name} ${row.turn_id} ${row.span_id}${row.loop_id}`)
      .toSorted();
  };
  const turnsOf = async (...trace_ids: string[]) => {
    const rows = await temporary.store.query(turnsOfTraces, { project, trace_ids });
    return rows.map((row) => `${row.turn_id} ${row.trace_ids.join('+')}`).toSorted();
  };

  beforeAll(async () => {
    const { store } = temporary;
    await store.insert('turn_verdicts', [
      sampleTurn({ project, turn_id: 'u1', trace_ids: ['t1', 't2'], session_id: 's1' }),
      sampleTurn({ project, turn_id: 'u2', trace_ids: ['t3'], session_id: 's1' }),
      sampleTurn({ project, turn_id: 'u3', trace_ids: ['t4'], session_id: 's2' }),
      sampleTurn({ project, turn_id: 'u4', trace_ids: ['t1'], version: '2', deleted: 1 }),
      sampleTurn({ project, turn_id: 'u4', trace_ids: ['t1'] }),
    ]);
    await store.insert('tool_calls', [
      sampleToolCall({ project, trace_id: 't1', span_id: 'a', turn_id: 'u1' }),
      sampleToolCall({ project, trace_id: 't2', span_id: 'b', turn_id: 'u1' }),
      sampleToolCall({ project, trace_id: 't3', span_id: 'c', turn_id: 'u2' }),
      sampleToolCall({ project, trace_id: 't4', span_id: 'd', turn_id: 'u3' }),
      // Its turn's verdict is not there yet.
      sampleToolCall({ project, trace_id: 't5', span_id: 'e', turn_id: 'u5' }),
    ]);
    await store.insert('loops', [
      sampleLoop({ project, loop_id: 'l1', turn_id: 'u1', trace_id: 't2' }),
      sampleLoop({ project, loop_id: 'l2', turn_id: 'u3', trace_id: 't4' }),
    ]);
  });

  it('answer the turns that stand and hold a trace, whichever of theirs it is, among few and among many', async () => {
    expect(await turnsOf('t1')).toEqual(['u1 t1+t2']);
    expect(await turnsOf('t2')).toEqual(['u1 t1+t2']);
    const others = Array.from({ length: 40 }, (_, at) => `other-${at}`);
    expect(await turnsOf(...others, 't2', 't3')).toEqual(['u1 t1+t2', 'u2 t3']);
    expect(await turnsOf(...others)).toEqual([]);
  });

  it('answer the calls and loops of traces, also calls that no verdict covers yet', async () => {
    expect(await ask('t1', 't2')).toEqual(['loops u1 l1', 'tool_calls u1 a', 'tool_calls u1 b']);
    expect(await ask('t5')).toEqual(['tool_calls u5 e']);
  });
});
