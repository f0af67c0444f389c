import { StoreError } from '@loopscope/sql';
import type { SpanRow, Store } from '@loopscope/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startAnalyzer } from './start-analyzer.ts';
import { openTestHome } from './testing/home.ts';
import type { TestHome } from './testing/home.ts';
import { agentSpan, asked, fedBack, modelSpan, toolSpan } from './testing/spans.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const own = { session_id: 's' };

/** A turn of two traces of one session, with a loop, folded layers and a call seen in messages only. */
function spans(): SpanRow[] {
  const empties = [0, 1, 2, 3, 4, 5].flatMap((i) => [
    modelSpan(
      { id: `b${i}`, parent: '1', at: [i * 100, i * 100 + 40] },
      { input_tokens: 100, output_tokens: 10 },
    ),
    toolSpan(
      { id: `a${i}`, parent: '1', at: [i * 100 + 50, i * 100 + 90], args: { q: 1 }, result: [] },
      { call_id: `x${i}` },
    ),
    toolSpan(
      { id: `c${i}`, trace: '2', at: [i * 100 + 51, i * 100 + 89], args: { q: 1 }, result: [] },
      { ...own, layer: 'protocol', scope: 'mcp' },
    ),
  ]);
  const ask = { asked: [asked('y', 'no_such_tool', {})], last_user: 'h', users: 1 };
  return [
    agentSpan({ id: '1', at: [0, 1_000] }, own),
    ...empties,
    modelSpan({ id: 'd1', parent: '1', at: [700, 740], messages: ask }),
    modelSpan({
      id: 'd2',
      parent: '1',
      at: [750, 760],
      messages: { ...ask, asked: [], fed_back: [fedBack('y', { error: 'unknown tool' })] },
    }),
  ];
}

describe('the same spans', () => {
  it('give the same rows at once, in two halves an hour apart, shuffled and twice', async () => {
    const all = spans();
    await home.arrive('once', all);
    expect(await home.analyze('once')).toBe(2);
    const once = await home.rows('once');
    expect(once.turnVerdicts).toMatchObject([{ calls: 7, verdict: 'loop', session_id: 's' }]);
    expect(once.loops).toMatchObject([{ kind: 'empty', tool: 'search' }]);

    const late = all.filter((_, i) => i % 2 === 0);
    const early = all.filter((_, i) => i % 2 === 1);
    await home.arrive('halves', early.toReversed());
    await home.analyze('halves');
    expect(await home.rows('halves')).not.toEqual(once);
    await home.arrive('halves', late, 1);
    await home.analyze('halves');
    expect(await home.rows('halves')).toEqual(once);

    await home.arrive('halves', all, 2);
    expect(await home.analyze('halves')).toBe(2);
    expect(await home.rows('halves')).toEqual(once);
  });

  it('give the same rows to two analyzers, and to two that share the sessions', async () => {
    const many = Array.from({ length: 20 }, (_, i) =>
      [0, 1, 2].map((n) =>
        toolSpan(
          { id: `a${n}`, trace: `${i + 1}`, at: [n * 10, n * 10 + 5], args: { i } },
          { session_id: `s${i % 10}` },
        ),
      ),
    ).flat();
    await home.arrive('one', many);
    await home.analyze('one');
    const rows = await home.rows('one');
    expect(rows.toolCalls).toHaveLength(60);

    await home.arrive('both', many);
    await Promise.all([home.analyze('both'), home.analyze('both')]);
    expect(await home.rows('both')).toEqual(rows);

    await home.arrive('shared', many);
    const resolved = await Promise.all(
      [0, 1].map((index) => home.analyze('shared', { shard: { index, of: 2 } })),
    );
    expect(Math.min(...resolved)).toBeGreaterThan(0);
    expect(resolved[0]! + resolved[1]!).toBe(20);
    expect(await home.rows('shared')).toEqual(rows);
  });
});

describe('an RPC client without a session', () => {
  const args = { q: 1 };
  const frameworks = [0, 1, 2].map((i) =>
    toolSpan({ id: `a${i}`, at: [i * 100, i * 100 + 50], args }, { ...own, call_id: `x${i}` }),
  );
  const client = { layer: 'protocol', scope: 'mcp' };
  const clients = [0, 1, 2].map((i) =>
    toolSpan(
      { id: `c${i}`, trace: '2', at: [i * 100 + 5, i * 100 + 45], args, result: [] },
      client,
    ),
  );
  const stranger = toolSpan({ id: 'd1', trace: '2', at: [900, 940], args, result: [] }, client);

  it.each([
    ['first', clients, frameworks],
    ['last', frameworks, clients],
    ['in between', [...clients.slice(1), ...frameworks.slice(2)], [...frameworks, ...clients]],
  ])('that comes %s doubles no call', async (order, early, late) => {
    const project = `rpc ${order}`;
    await home.arrive(project, early);
    await home.analyze(project);
    await home.arrive(project, late, 1);
    await home.analyze(project);
    const { toolCalls, turnVerdicts } = await home.rows(project);
    expect(toolCalls).toHaveLength(3);
    expect(turnVerdicts).toMatchObject([{ session_id: 's', calls: 3 }]);
    expect(toolCalls).toMatchObject(
      [0, 1, 2].map((i) => ({ call_id: `x${i}`, result_kind: 'empty' })),
    );
  });

  it('keeps the calls that no agent of its service made', async () => {
    await home.arrive('rpc alone', [...frameworks, ...clients, stranger]);
    await home.analyze('rpc alone');
    const { turnVerdicts } = await home.rows('rpc alone');
    expect(turnVerdicts.map(({ calls }) => calls).toSorted((a, b) => a - b)).toEqual([1, 3]);
  });
});

describe('what is resolved anew', () => {
  it('takes back turns, calls and loops that are no more', async () => {
    const args = { q: 1 };
    const calls = [0, 1, 2, 3, 4].map((i) =>
      toolSpan({ id: `a${i}`, trace: `1${i}`, at: [i * 100, i * 100 + 50], args, result: [] }),
    );
    await home.arrive('joined', calls);
    await home.analyze('joined');
    expect((await home.rows('joined')).turnVerdicts).toHaveLength(5);

    const sessions = calls.map((call, i) =>
      modelSpan(
        { id: `b${i}`, trace: `1${i}`, at: [i * 100 - 20, i * 100 - 10] },
        { session_id: 's', trace_id: call.trace_id },
      ),
    );
    await home.arrive('joined', sessions, 1);
    await home.analyze('joined');
    const joined = await home.rows('joined');
    expect(joined.turnVerdicts).toMatchObject([{ calls: 5, session_id: 's' }]);
    expect(joined.loops).toMatchObject([{ calls: [0, 1, 2, 3, 4] }]);

    const roots = calls.map((call, i) =>
      agentSpan(
        { id: `c${i}`, trace: `1${i}`, at: [i * 100 - 30, i * 100 + 60] },
        { trace_id: call.trace_id },
      ),
    );
    await home.arrive('joined', roots, 2);
    const rooted = calls.map((call, i) =>
      Object.assign(call, { parent_span_id: roots[i]!.span_id, version: '2' }),
    );
    await home.arrive('joined', rooted, 2);
    await home.analyze('joined');
    const parted = await home.rows('joined');
    expect(parted.turnVerdicts.map((turn) => turn.calls)).toEqual([1, 1, 1, 1, 1]);
    expect(parted.loops).toEqual([]);
  });

  it('lets a trace go to the session that its root names in the end', async () => {
    const call = (id: string, trace: string, at: [number, number]) =>
      toolSpan(
        { id, trace, at, args: { id } },
        { session_id: 'a', parent_span_id: 'f'.repeat(16) },
      );
    await home.arrive('moved', [call('a1', '1', [0, 10]), call('a2', '2', [20, 30])]);
    await home.analyze('moved');
    expect((await home.rows('moved')).turnVerdicts).toMatchObject([{ calls: 2 }]);

    const root = agentSpan({ id: 'f', trace: '2', at: [15, 40] }, { session_id: 'b' });
    const second = { ...call('a2', '2', [20, 30]), parent_span_id: root.span_id, version: '2' };
    await home.arrive('moved', [root, second], 1);
    await home.analyze('moved');
    const { turnVerdicts } = await home.rows('moved');
    expect(turnVerdicts.map((turn) => [turn.session_id, turn.calls])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('leaves alone what was not touched', async () => {
    await home.arrive('still', [toolSpan({ id: 'a', at: [0, 10], args: {} })]);
    expect(await home.analyze('still')).toBe(1);
    expect(await home.analyze('still')).toBe(0);
    await home.arrive('still', [toolSpan({ id: 'b', trace: '2', at: [0, 10], args: {} })], 1);
    expect(await home.analyze('still')).toBe(1);
  });
});

describe('fourteen attempts among healthy turns', () => {
  it('stay fourteen of one turn', async () => {
    const declarations = new Map([['create_ticket', { identity: ['customer_id'] }]]);
    const ticket = (i: number, trace: string) =>
      toolSpan({
        id: `e${i}`,
        trace,
        at: [i * 30_000, i * 30_000 + 29_000],
        tool: 'create_ticket',
        args: { customer_id: 'c_40912', summary: `wording ${i}` },
        error: 'timed out after 29 s',
        declarations,
      });
    const healthy = Array.from({ length: 1_000 }, (_, i) =>
      [0, 1].map((n) =>
        toolSpan({ id: `a${n}`, trace: `a${i}`, at: [n, n + 1], args: { i, n }, result: [1] }),
      ),
    ).flat();
    const incident = Array.from({ length: 14 }, (_, i) => ticket(i, 'dd'));
    await home.arrive('fleet', [...healthy, ...incident]);
    expect(await home.analyze('fleet', { declarations })).toBe(1_001);
    const { toolCalls, loops } = await home.rows('fleet');
    const most = Map.groupBy(toolCalls, (call) => call.turn_id)
      .values()
      .map((calls) => Math.max(...calls.map((call) => call.attempt)))
      .toArray()
      .toSorted((a, b) => a - b);
    expect(most.at(-1)).toBe(14);
    expect(most.filter((attempt) => attempt > 1)).toHaveLength(1);
    expect(most[Math.floor(most.length * 0.99)]).toBe(1);
    expect(loops).toMatchObject([{ kind: 'transport', tool: 'create_ticket' }]);
  });
});

describe('traces that cannot be resolved', () => {
  it('are named once, and hold up nothing else', async () => {
    const bad = toolSpan({ id: 'a', trace: 'bad', at: [0, 10], args: {} });
    const good = toolSpan({ id: 'a', trace: '900d', at: [0, 10], args: {} });
    const messages: unknown[] = [];
    const store: Store = {
      ...home.store,
      query: (query, params) => {
        const isBad =
          query.name === 'spans_of_traces' && JSON.stringify(params).includes(bad.trace_id);
        const fault = { code: 'bad_row', retryable: false } as const;
        if (isBad) return Promise.reject(new StoreError(fault, 'a row of another shape'));
        return home.store.query(query, params);
      },
    };
    await home.arrive('bad', [bad, good]);
    const log = (_level: string, message: string, fields: unknown) =>
      messages.push([message, fields]);
    expect(await home.analyze('bad', { store, log })).toBe(1);
    expect((await home.rows('bad')).toolCalls).toMatchObject([{ trace_id: good.trace_id }]);
    expect(messages).toEqual([
      [
        'traces cannot be resolved',
        { trace_ids: [bad.trace_id], reason: 'a row of another shape' },
      ],
    ]);
    expect(await home.analyze('bad')).toBe(1);
  });
});

describe('a running analyzer', () => {
  it('shows what arrives, and waits for a store that is away', async () => {
    const messages: string[] = [];
    let isAway = true;
    const store: Store = {
      ...home.store,
      query: (query, params) => {
        if (isAway) {
          const away = { code: 'store_unreachable', retryable: true } as const;
          return Promise.reject(new StoreError(away, 'connection refused'));
        }
        return home.store.query(query, params);
      },
    };
    const analyzer = startAnalyzer({
      store,
      project: 'live',
      declarations: new Map(),
      prices: new Map(),
      intervalMs: 20,
      now: Date.now,
      log: (_level, message) => messages.push(message),
    });
    try {
      await home.arrive('live', [toolSpan({ id: 'a', at: [0, 10], args: {} })]);
      await expect(analyzer.drain()).rejects.toThrow(StoreError);
      await expect.poll(() => messages.length).toBe(1);
      isAway = false;
      const seen = async () => (await home.rows('live')).toolCalls.length;
      await expect.poll(seen, { timeout: 5_000 }).toBe(1);
      await home.arrive('live', [toolSpan({ id: 'b', at: [20, 30], args: {} })], 1);
      await expect.poll(seen, { timeout: 5_000 }).toBe(2);
      expect(messages).toEqual([
        'the store does not answer, will go on trying',
        'the store answers again',
      ]);
    } finally {
      await analyzer.close();
    }
  });
});
