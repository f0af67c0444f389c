import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  sampleLoop,
  sampleSpan,
  sampleToolCall,
  sampleTurn,
  wholeYear,
  withTotals,
} from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import { distinctRatioHistogram } from './distinct-ratio-histogram.ts';
import { freshTurns } from './fresh-turns.ts';
import { latestNews } from './latest-news.ts';
import { loops } from './loops.ts';
import { maxAttemptsHistogram } from './max-attempts-histogram.ts';
import { maxAttemptsSeries } from './max-attempts-series.ts';
import { overview } from './overview.ts';
import { readSessions } from './sessions.ts';
import { status } from './status.ts';
import { toolErrors } from './tool-errors.ts';
import { tools } from './tools.ts';
import { turnSteps, WHOLE_STEPS } from './turn-steps.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

const firstPage = { limit: 50, after_value: 0, after_id: '' };

describe('max attempts', () => {
  const project = 'fleet';
  const filter = wholeYear(project);

  beforeAll(async () => {
    const ids = Array.from({ length: 10_001 }, (_, index) => String(index));
    const calls = ids.flatMap((id) =>
      Array.from({ length: id === '77' ? 14 : 1 }, (_, seq) =>
        sampleToolCall({
          project,
          trace_id: id,
          span_id: String(seq),
          turn_id: id,
          seq,
          attempt: seq + 1,
          retry: seq === 0 ? '' : 'semantic',
          outcome: id === '77' && seq < 13 ? 'error' : 'ok',
          error_class: id === '77' && seq < 13 ? 'validation' : '',
          error_family: id === '77' && seq < 13 ? 'semantic' : '',
          error_template: seq < 10 ? 'bad <id>' : 'worse',
          eventual_success: seq === 0 ? 0 : 1,
        }),
      ),
    );
    // Every second turn has no call at all, and must not dilute anything.
    const rows = ids.flatMap((id) => [
      sampleTurn({
        project,
        turn_id: id,
        ...(id === '77'
          ? {
              verdict: 'loop' as const,
              loop_kinds: ['exact', 'empty'],
              stop_reason: 'repeated_call',
            }
          : {}),
      }),
      sampleTurn({ project, turn_id: `idle-${id}` }),
    ]);
    await temporary.store.insert('turn_verdicts', withTotals(rows, calls));
    await temporary.store.insert('tool_calls', calls);
    await temporary.store.insert('loops', [
      sampleLoop({ project, loop_id: 'l1', turn_id: '77', kind: 'exact' }),
      sampleLoop({ project, loop_id: 'l2', turn_id: '77', kind: 'empty' }),
      sampleLoop({
        project,
        loop_id: 'l3',
        turn_id: '77',
        kind: 'empty',
        version: '2',
        deleted: 1,
      }),
      sampleLoop({ project, loop_id: 'l3', turn_id: '77', kind: 'empty' }),
    ]);
  });

  it('of ten thousand healthy turns and one at 14: p99 is 1, max is 14', async () => {
    expect(await temporary.store.query(overview, filter)).toEqual([
      {
        turns: 20_002,
        calls: 10_014,
        sessions: 1,
        turns_with_calls: 10_001,
        max_attempts_p50: 1,
        max_attempts_p95: 1,
        max_attempts_p99: 1,
        max_attempts_max: 14,
        distinct_ratio_p5: 1,
        distinct_ratio_p50: 1,
        retries: 13,
        failed_identities: 1,
        eventual_successes: 1,
        retry_tokens: 13 * 11,
        tokens: 20_002 * 22,
        retry_usd: expect.any(Number),
        usd: expect.any(Number),
        loops: 2,
        looping_turns: 1,
        loops_by_kind: { exact: 1, empty: 1 },
        blind_turns: 0,
        stop_reasons: { stop: 20_001, repeated_call: 1 },
      },
    ]);
  });

  it('over time has a point only where turns with calls began', async () => {
    const ask = (step_seconds: number) =>
      temporary.store.query(maxAttemptsSeries, { ...filter, step_seconds });
    expect(await ask(3600)).toEqual([
      { t: '2026-03-01 10:00:00', turns: 10_001, p50: 1, p95: 1, p99: 1, max: 14 },
    ]);
    expect(await ask(86_400)).toMatchObject([{ t: '2026-03-01 00:00:00' }]);
  });

  it('and the ratio as histograms leave out turns without calls', async () => {
    const { store } = temporary;
    expect(await store.query(maxAttemptsHistogram, filter)).toEqual([
      { attempts: 1, turns: 10_000 },
      { attempts: 14, turns: 1 },
    ]);
    expect(await store.query(distinctRatioHistogram, filter)).toEqual([
      { bin: 0, turns: 1 },
      { bin: 9, turns: 10_000 },
    ]);
  });

  it('by tool counts purposes, not calls, as failed and as recovered', async () => {
    const [row] = await temporary.store.query(tools, { ...filter, ...firstPage, high_share: 0.05 });
    expect(row).toMatchObject({
      tool: 'search',
      calls: 10_014,
      turns: 10_001,
      errors: 13,
      semantic_errors: 13,
      transport_errors: 0,
      retries: 13,
      failed_identities: 1,
      eventual_successes: 1,
      max_attempts: 14,
    });
  });

  it('leaves the class total on every template, those beyond the limit counted', async () => {
    const rows = await temporary.store.query(toolErrors, { ...filter, tool: 'search', limit: 1 });
    expect(rows).toMatchObject([{ error_template: 'bad <id>', calls: 10, class_calls: 13 }]);
  });

  it('of a project without turns is null, not zero', async () => {
    const [row] = await temporary.store.query(overview, { ...filter, project: 'nobody' });
    expect(row).toMatchObject({
      turns: 0,
      max_attempts_p50: null,
      max_attempts_max: null,
      distinct_ratio_p50: null,
      loops_by_kind: {},
    });
  });

  it('with its incidents pages by time and filters by kind and severity', async () => {
    const ask = (own: object) =>
      temporary.store.query(loops, { ...filter, ...firstPage, kinds: [], severities: [], ...own });
    const ids = async (own: object) => (await ask(own)).map((row) => row.loop_id);
    expect(await ids({})).toEqual(['l1', 'l2']);
    expect(await ids({ kinds: ['empty'] })).toEqual(['l2']);
    expect(await ids({ severities: ['watch'] })).toEqual([]);
    const [first] = await ask({ limit: 1 });
    expect(await ids({ after_value: first!.sort_value, after_id: 'l1' })).toEqual(['l2']);
  });
});

describe('a page of sessions', () => {
  it('has the latest seen first and whole totals, whatever the filter found of them', async () => {
    const project = 'sessions';
    const session = (session_id: string, turn_id: string, hour: number, model = 'm') =>
      sampleTurn({
        project,
        session_id,
        turn_id,
        model,
        started_at: `2026-03-01 ${hour}:00:00.000`,
      });
    await temporary.store.insert('turn_verdicts', [
      session('s1', 'u1', 10, 'n'),
      session('s1', 'u2', 15),
      session('s2', 'u3', 12),
      session('s3', 'u4', 15),
    ]);
    const ask = (own: object) =>
      readSessions(temporary.store, {
        ...wholeYear(project),
        ...firstPage,
        sort: 'last_seen_at',
        descending: 1,
        ...own,
      });
    const all = await ask({});
    expect(all.map((row) => [row.session_id, row.turns])).toEqual([
      ['s1', 2],
      ['s3', 1],
      ['s2', 1],
    ]);
    expect(await ask({ models: ['n'] })).toEqual([all[0]]);
    const after = { after_value: all[0]!.sort_value, after_id: 's1' };
    expect(await ask({ ...after, limit: 1 })).toEqual([all[1]]);
  });
});

describe('turnSteps', () => {
  it('is the trajectory in start order: agents and models of its time, calls with their texts', async () => {
    const project = 'steps';
    const second = (n: number) => ({
      start_ns: String(1_772_359_200_000_000_000n + BigInt(n) * 1_000_000_000n),
      started_at: `2026-03-01 10:00:${String(n).padStart(2, '0')}.000`,
    });
    const span = (span_id: string, kind: 'agent' | 'model' | 'tool', n: number, turn_id = '') =>
      sampleSpan({ project, trace_id: 't', span_id, kind, turn_id, name: span_id, ...second(n) });
    await temporary.store.insert('spans', [
      span('agent', 'agent', 1),
      span('model', 'model', 2),
      { ...span('tool', 'tool', 3), args: '{"q":"é"}', result: '', result_known: 0 },
      span('other turn', 'model', 4, 'u2'),
      span('later', 'model', 30),
    ]);
    await temporary.store.insert('turn_verdicts', [
      sampleTurn({
        project,
        turn_id: 'u1',
        trace_ids: ['t'],
        duration_ms: 5000,
        ...second(1),
      }),
    ]);
    const call = { project, turn_id: 'u1', trace_id: 't' };
    await temporary.store.insert('tool_calls', [
      sampleToolCall({ ...call, span_id: 'tool', seq: 0, ...second(3) }),
      sampleToolCall({
        ...call,
        span_id: 'model',
        call_index: 1,
        seq: 1,
        source: 'messages',
        ...second(4),
      }),
    ]);
    const rows = await temporary.store.query(turnSteps, { project, turn_id: 'u1', ...WHOLE_STEPS });
    expect(rows.map((row) => [row.kind, row.name, row.args, row.result, row.source])).toEqual([
      ['agent', 'agent', null, null, ''],
      ['model', 'model', null, null, ''],
      ['tool', 'tool', '{"q":"é"}', null, 'span'],
      ['tool', 'search', null, null, 'messages'],
    ]);
  });
});

describe('news', () => {
  it('of one moment is never cut in two, and begins after the moment given', async () => {
    const project = 'news';
    const { store } = temporary;
    const rows = ['u1', 'u2', 'u3'].map((turn_id) => sampleTurn({ project, turn_id }));
    await store.insert('turn_verdicts', rows);
    const [first] = await store.query(latestNews, { project });
    await store.insert('turn_verdicts', [{ ...rows[1]!, version: '2' }]);
    const ask = async (after: string, limit: number) =>
      (await store.query(freshTurns, { project, after, limit }))
        .map((row) => row.turn_id)
        .toSorted();
    expect(await ask('0', 1)).toEqual(['u1', 'u3']);
    expect(await ask('0', 9)).toEqual(['u1', 'u2', 'u3']);
    expect(await ask(first!.turns, 9)).toEqual(['u2']);
  });
});

describe('status', () => {
  it('counts a span that came twice once', async () => {
    const project = 'status';
    const { store } = temporary;
    expect(await store.query(status, { project })).toEqual([
      { spans: 0, agent_spans: 0, last_span_at: null, turns: 0, rejected_spans: 0 },
    ]);
    for (const version of ['1', '1', '2']) {
      await store.insert('spans', [sampleSpan({ project, version })]);
    }
    expect(await store.query(status, { project })).toMatchObject([
      { spans: 1, agent_spans: 1, last_span_at: '2026-03-01 10:00:00.000' },
    ]);
    await store.insert('spans', [sampleSpan({ project, span_id: 'query', kind: 'other' })]);
    expect(await store.query(status, { project })).toMatchObject([{ spans: 2, agent_spans: 1 }]);
  });
});
