import { spansOfTraces, type InsertedSpans, type SpanRow, type Store } from '@loopscope/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startAnalyzer } from '../start-analyzer.ts';
import { openTestHome, type TestHome } from '../testing/home.ts';
import { agentSpan, asked, modelSpan, toolSpan } from '../testing/spans.ts';
import { createFreshSpans } from './fresh-spans.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
  // Whether a part was merged in the meantime decides what is asked.
  await home.store.define('SYSTEM STOP MERGES spans');
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const follow = (project: string, room?: { maxBytes: number; keptBytes: number }) =>
  createFreshSpans({ store: home.store, project }, Date.now, room);

/** The clock of an insert is later than that of what was followed before. */
const nextMs = () => new Promise((resolve) => setTimeout(resolve, 3));

/** Looks when it is told to. */
const ALONE = {
  declarations: new Map(),
  prices: new Map(),
  intervalMs: 3_600_000,
  now: Date.now,
  log: () => {},
};

const idOf = (trace: string): string => trace.padStart(32, '0');

const turn = (trace: string): SpanRow[] => [
  agentSpan({ id: '1', trace, at: [0, 1_000] }, { session_id: 's "é" \\', user_id: 'u' }),
  modelSpan(
    { id: 'b', trace, parent: '1', at: [10, 20], messages: { asked: [asked('y', 'look', {})] } },
    { input_tokens: 0, output_tokens: 7, marks: ['from_log'] },
  ),
  toolSpan({ id: 'a', trace, parent: '1', at: [30, 31], args: { q: 1 }, result: [] }),
  toolSpan({ id: 'c', trace, parent: '1', at: [40, 40], args: { q: 2 } }, { attributes: '{}' }),
];

describe('a trace that came while its inserts were followed', () => {
  it('has the rows that the store answers, however it came', async () => {
    const fresh = follow('came');
    await nextMs();
    await home.arrive('came', [...turn('1'), ...turn('2').slice(0, 2)]);
    await home.arrive('came', [...turn('2').slice(2), ...turn('3')]);
    await home.arrive('other', turn('1'));
    const trace_ids = ['1', '2', '3'].map(idOf);
    await fresh.look([...trace_ids, 'unknown']);
    const page = { until_ns: String(2n ** 63n - 1n), after_trace: '', after_span: '', limit: 100 };
    const params = { project: 'came', trace_ids, blocks: [], ...page };
    const stored = await home.store.query(spansOfTraces, params);
    const held = trace_ids.flatMap((trace) => fresh.rowsOf(trace) ?? []);
    const key = ({ trace_id, span_id }: { trace_id: string; span_id: string }) =>
      `${trace_id} ${span_id}`;
    const byKey = (rows: typeof held) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(byKey(held)).toEqual(byKey(stored));
    expect(held).toHaveLength(12);
    expect([fresh.isUnresolved(idOf('1')), fresh.isUnresolved('unknown')]).toEqual([true, false]);
    fresh.noteResolved([idOf('1')]);
    expect([fresh.isUnresolved(idOf('1')), fresh.isUnresolved(idOf('2'))]).toEqual([false, true]);
    fresh.close();
  });

  it('is not taken for whole where the store has more of it, or it was let go in part', async () => {
    await home.arrive('part', turn('1').slice(0, 2));
    await nextMs();
    const fresh = follow('part');
    const small = follow('part', { maxBytes: 3_000, keptBytes: 0 });
    await nextMs();
    await home.arrive('part', [...turn('1').slice(2), ...turn('2').slice(0, 2)]);
    await home.arrive('part', turn('2').slice(2));
    await nextMs();
    await home.arrive('part', turn('3').slice(0, 1));
    for (const each of [fresh, small]) await each.look(['1', '2', '3'].map(idOf));
    const lengths = (each: typeof fresh) =>
      ['1', '2', '3'].map((trace) => each.rowsOf(idOf(trace))?.length);
    expect(lengths(fresh)).toEqual([undefined, 4, 1]);
    expect(lengths(small)).toEqual([undefined, undefined, 1]);
    small.noteResolved(['2', '3'].map(idOf));
    await home.arrive('part', turn('4').slice(0, 1));
    await small.look([idOf('3'), idOf('4')]);
    // What is told of goes first.
    expect([small.rowsOf(idOf('3')), small.rowsOf(idOf('4'))?.length]).toEqual([undefined, 1]);
    fresh.close();
    small.close();
  });
});

it('a new trace is resolved without being read back, and a later part of it is told of what stands', async () => {
  const questions: string[] = [];
  const store: Store = {
    ...home.store,
    query: (query, params) => {
      questions.push(query.name);
      return home.store.query(query, params);
    },
  };
  const analyzer = startAnalyzer({ ...ALONE, store, project: 'new' });
  await analyzer.drain();
  await nextMs();
  await home.arrive('new', turn('1').slice(0, 3));
  await analyzer.drain();
  expect(questions).not.toContain('spans_of_traces');
  expect(questions).not.toContain('turns_of_traces');
  await home.arrive('new', turn('1').slice(3));
  await analyzer.drain();
  expect(questions).not.toContain('spans_of_traces');
  expect(questions).toContain('turns_of_traces');
  await analyzer.close();
  await home.arrive('at once', turn('1'));
  await home.analyze('at once');
  const rows = await home.rows('new');
  expect(rows.toolCalls).toHaveLength(2);
  expect(rows).toEqual(await home.rows('at once'));
});

describe('what stands of a trace is asked for', () => {
  it('where its spans could be read, and were resolved with another one, before they were told of', async () => {
    const news: InsertedSpans[] = [];
    let hear = (_inserted: InsertedSpans): void => {};
    const store: Store = {
      ...home.store,
      followSpans: (listener) => {
        hear = listener;
        return home.store.followSpans!((inserted) => news.push(inserted));
      },
    };
    const fresh = createFreshSpans({ store, project: 'early' }, Date.now);
    await nextMs();
    await home.arrive('early', [...turn('1'), ...turn('2')]);
    const traceIds = ['1', '2'].map(idOf);
    await fresh.look(traceIds);
    expect(traceIds.map((traceId) => fresh.rowsOf(traceId))).toEqual([undefined, undefined]);
    fresh.noteResolved([idOf('1')]);
    for (const inserted of news) hear(inserted);
    await fresh.look(traceIds);
    expect(traceIds.map((traceId) => fresh.rowsOf(traceId)?.length)).toEqual([4, 4]);
    expect(traceIds.map((traceId) => fresh.isUnresolved(traceId))).toEqual([false, true]);
    fresh.close();
  });

  it('where it came again, and the copy that was resolved long ago was merged into the new one', async () => {
    const model = modelSpan({ id: 'b', trace: '2', at: [50, 60] }, { session_id: 's' });
    const call = toolSpan({ id: 'a', at: [0, 90] }, { session_id: 's', turn_id: 't' });
    await home.arrive('again', [model]);
    await home.analyze('again');
    expect((await home.rows('again')).turnVerdicts).toMatchObject([{ turn_id: idOf('2') }]);
    const analyzer = startAnalyzer({ ...ALONE, store: home.store, project: 'again' });
    await analyzer.drain();
    await nextMs();
    await home.arrive('again', [model, call]);
    await home.store.define('SYSTEM START MERGES spans');
    await home.store.define('OPTIMIZE TABLE spans FINAL');
    await analyzer.drain();
    await analyzer.close();
    expect((await home.rows('again')).turnVerdicts).toMatchObject([
      { turn_id: 't', calls: 1, model_calls: 1 },
    ]);
  });
});
