import { describe, expect, it } from 'vitest';

import { callsByTurn, resolve, short } from '../testing/resolve.ts';
import { agentSpan, asked, fedBack, modelSpan, spanRow, toolSpan } from '../testing/spans.ts';

const minutes = 60_000;

describe('a turn in one trace', () => {
  it('is the outermost agent that holds the call, called like the trace', () => {
    expect(
      callsByTurn([
        spanRow({ id: '1', at: [0, 100] }),
        agentSpan({ id: '2', parent: '1', at: [1, 99] }),
        agentSpan({ id: '3', parent: '2', at: [2, 98] }),
        toolSpan({ id: 'a', parent: '3', at: [10, 20] }),
      ]),
    ).toEqual({ 1: ['a'] });
  });

  it('is one of several where several agents ran one after the other', () => {
    expect(
      callsByTurn([
        spanRow({ id: '1', at: [0, 300] }),
        agentSpan({ id: '2', parent: '1', at: [0, 90] }),
        toolSpan({ id: 'a', parent: '2', at: [10, 20] }),
        agentSpan({ id: '3', parent: '1', at: [100, 190] }),
        toolSpan({ id: 'b', parent: '3', at: [110, 120] }),
      ]),
    ).toEqual({ 1: ['a'], '1-3': ['b'] });
  });

  it('keeps its name when its root comes last', () => {
    const calls = [
      toolSpan({ id: 'a', parent: '2', at: [10, 20] }),
      toolSpan({ id: 'b', parent: '2', at: [30, 40] }),
    ];
    expect(callsByTurn(calls)).toEqual({ 1: ['a', 'b'] });
    expect(callsByTurn([...calls, agentSpan({ id: '2', at: [0, 50] })])).toEqual({
      1: ['a', 'b'],
    });
  });

  it('of calls whose root has not come is not mixed with an agent that has ended', () => {
    expect(
      callsByTurn([
        agentSpan({ id: '2', parent: '1', at: [0, 90] }),
        toolSpan({ id: 'a', parent: '2', at: [10, 20] }),
        toolSpan({ id: 'b', parent: '3', at: [110, 120] }),
      ]),
    ).toEqual({ 1: ['a'], '1-b': ['b'] });
  });

  it('takes in calls that lost their parent while it ran', () => {
    expect(
      callsByTurn([
        agentSpan({ id: '2', at: [0, 90] }),
        toolSpan({ id: 'a', at: [10, 20] }),
        toolSpan({ id: 'b', parent: 'ff', at: [30, 40] }),
      ]),
    ).toEqual({ 1: ['a', 'b'] });
  });

  it('takes in what the trace does beside it', () => {
    const rows = [
      spanRow({ id: '1', at: [0, 200] }),
      agentSpan({ id: '2', parent: '1', at: [10, 90] }),
      toolSpan({ id: 'a', parent: '2', at: [20, 30] }),
      modelSpan({ id: '4', parent: '1', at: [100, 110] }),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ calls: 1, model_calls: 1 }]);
  });

  it('without an agent ends at a long pause', () => {
    expect(
      callsByTurn([
        spanRow({ id: '1', at: [0, 60 * minutes] }),
        toolSpan({ id: 'a', parent: '1', at: [0, 10] }),
        toolSpan({ id: 'b', parent: '1', at: [4 * minutes, 4 * minutes + 10] }),
        toolSpan({ id: 'c', parent: '1', at: [30 * minutes, 30 * minutes + 10] }),
      ]),
    ).toEqual({ 1: ['a', 'b'], '1-c': ['c'] });
  });

  it('survives spans that are their own ancestors', () => {
    expect(
      callsByTurn([
        toolSpan({ id: 'a', parent: 'b', at: [0, 10] }),
        toolSpan({ id: 'b', parent: 'a', tool: 'other', at: [20, 30] }),
        toolSpan({ id: 'c', parent: 'b', tool: 'third', at: [22, 24] }),
      ]),
    ).toEqual({ 1: ['a', 'b', 'c'] });
  });
});

describe('a given turn id', () => {
  it('outranks agents, and joins traces', () => {
    const own = { session_id: 's', turn_id: 'my-turn' };
    expect(
      callsByTurn([
        agentSpan({ id: '2', at: [0, 90] }, own),
        toolSpan({ id: 'a', parent: '2', at: [10, 20] }),
        agentSpan({ id: '3', trace: '2', at: [100, 190] }, own),
        toolSpan({ id: 'b', trace: '2', parent: '3', at: [110, 120] }),
      ]),
    ).toEqual({ 'my-turn': ['a', 'b'] });
  });

  it('parts a trace that holds several', () => {
    expect(
      callsByTurn([
        agentSpan({ id: '1', at: [0, 200] }),
        spanRow({ id: '2', parent: '1', at: [0, 90] }, { turn_id: 't1' }),
        toolSpan({ id: 'a', parent: '2', at: [10, 20] }),
        toolSpan({ id: 'b', parent: '1', at: [110, 120] }, { turn_id: 't2' }),
      ]),
    ).toEqual({ t1: ['a'], t2: ['b'] });
  });
});

describe('traces of one session', () => {
  const own = { session_id: 's' };
  const chat = (
    id: string,
    at: [number, number],
    messages: Parameters<typeof modelSpan>[0]['messages'],
  ) => modelSpan({ id, trace: id, at, messages: messages ?? {} }, own);

  it('are turns of their own where each has its agent', () => {
    expect(
      callsByTurn([
        agentSpan({ id: '2', trace: '1', at: [0, 90] }, own),
        toolSpan({ id: 'a', trace: '1', parent: '2', at: [10, 20] }),
        agentSpan({ id: '3', trace: '2', at: [100, 190] }, own),
        toolSpan({ id: 'b', trace: '2', parent: '3', at: [110, 120] }),
      ]),
    ).toEqual({ 1: ['a'], 2: ['b'] });
  });

  it('are one turn where every span has a trace of its own', () => {
    const rows = [1, 2, 3, 4].map((i) =>
      toolSpan({ id: String(i), trace: String(i), at: [i * 100, i * 100 + 50] }, own),
    );
    expect(callsByTurn(rows)).toEqual({ 1: ['1', '2', '3', '4'] });
  });

  it('part at a new user message', () => {
    const hello = { users: 1, assistants: 0, last_user: 'h1' };
    const more = { users: 2, assistants: 2, last_user: 'h2' };
    const rows = [
      chat('1', [0, 10], { ...hello, asked: [asked('x', 'search', {})] }),
      chat('2', [20, 30], { ...hello, assistants: 1, fed_back: [fedBack('x', [])] }),
      chat('3', [40, 50], { ...more, asked: [asked('y', 'search', {})] }),
    ];
    expect(callsByTurn(rows)).toEqual({ 1: ['1'], 3: ['3'] });
  });

  it('part where the same words begin anew, and not where the first request is sent again', () => {
    const start = { users: 1, assistants: 0, last_user: 'h1' };
    const rows = [
      chat('1', [0, 10], { ...start, asked: [asked('x', 'search', {})] }),
      chat('2', [20, 30], { ...start, assistants: 1, fed_back: [fedBack('x', [])] }),
      chat('3', [40, 50], start),
      chat('4', [60, 70], { ...start, asked: [asked('y', 'search', {})] }),
    ];
    expect(callsByTurn(rows)).toEqual({ 1: ['1'], 3: ['4'] });
  });

  it('stay together where one answers what the other asked for, whatever lies between', () => {
    const rows = [
      chat('1', [0, 10], { last_user: 'h1', users: 1, asked: [asked('x', 'approve', {})] }),
      chat('2', [20, 30], { last_user: 'title', users: 1 }),
      chat('3', [30 * minutes, 30 * minutes + 9], {
        last_user: 'h1',
        users: 1,
        fed_back: [fedBack('x', 'yes')],
      }),
    ];
    expect(resolve(rows).turnVerdicts.map((turn) => turn.trace_ids.map(Number))).toEqual([
      [1, 3],
      [2],
    ]);
  });

  it('are one turn where one runs within the other', () => {
    expect(
      callsByTurn([
        agentSpan({ id: '2', trace: '1', at: [0, 90] }, own),
        agentSpan({ id: '3', trace: '2', at: [10, 50] }, own),
        toolSpan({ id: 'a', trace: '2', parent: '3', at: [20, 30] }),
        toolSpan({ id: 'b', trace: '3', at: [60, 70] }, own),
      ]),
    ).toEqual({ 1: ['a', 'b'] });
  });

  it('are one turn where both saw the same call', () => {
    const legacy = { scope: 'legacy', call_id: 'x' };
    const rows = [
      agentSpan({ id: '2', trace: '1', at: [0, 13.3] }, own),
      toolSpan({ id: 'a', trace: '1', parent: '2', at: [6, 7] }, { call_id: 'x' }),
      agentSpan({ id: '3', trace: '2', at: [1, 13.9] }, { ...own, scope: 'legacy' }),
      toolSpan({ id: 'b', trace: '2', parent: '3', at: [6, 7] }, legacy),
    ];
    expect(callsByTurn(rows)).toEqual({ 1: ['a'] });
    expect(resolve(rows).toolCalls[0]?.folded_spans.map(short)).toEqual(['b']);
  });
});

describe('a server whose clock is far off', () => {
  it('neither stretches the turn nor begins it', () => {
    const server = { call_id: 'x', service: 'server', layer: 'protocol' } as const;
    const { turnVerdicts } = resolve([
      agentSpan({ id: '2', at: [0, 90] }, { service: 'agent' }),
      toolSpan({ id: 'a', parent: '2', at: [10, 60] }, { call_id: 'x', service: 'agent' }),
      toolSpan({ id: 'b', parent: 'a', at: [-9 * minutes, -9 * minutes + 40] }, server),
    ]);
    expect(turnVerdicts).toMatchObject([{ calls: 1, duration_ms: 90 }]);
  });
});

describe('the session', () => {
  it('of one span counts for its trace, however late it comes', () => {
    const call = toolSpan({ id: 'a', parent: '2', at: [10, 20] });
    const root = agentSpan({ id: '2', at: [0, 50] }, { session_id: 's' });
    expect(resolve([call]).toolCalls[0]?.session_id).toBe(call.trace_id);
    expect(resolve([call, root]).toolCalls[0]?.session_id).toBe('s');
  });

  it("is the root's, not the one that a sub-agent made up", () => {
    const rows = [
      agentSpan({ id: '1', at: [0, 90] }),
      toolSpan({ id: 'a', parent: '1', at: [10, 80] }, { session_id: 's' }),
      agentSpan({ id: '3', parent: 'a', at: [11, 79] }, { session_id: 'inner' }),
      toolSpan({ id: 'b', parent: '3', tool: 'fetch', at: [20, 30] }),
    ];
    expect(resolve(rows).toolCalls.map((call) => call.session_id)).toEqual(['s', 's']);
  });

  it('is the trace where nobody gives one', () => {
    const a = toolSpan({ id: 'a', at: [0, 10] });
    const b = toolSpan({ id: 'b', trace: '2', at: [5, 15] });
    expect(resolve([a, b]).turnVerdicts.map((turn) => turn.session_id)).toEqual([
      a.trace_id,
      b.trace_id,
    ]);
  });
});

it('a prompt in the log of a coding agent begins a new turn', () => {
  const record = { session_id: 's', marks: ['from_log'] };
  const rows = [
    toolSpan({ id: 'a', trace: '1', at: [100, 200] }, record),
    toolSpan({ id: 'b', trace: '2', at: [300, 400] }, record),
    spanRow({ id: 'c', trace: '3', at: [450, 450] }, { ...record, name: 'codex.user_prompt' }),
    toolSpan({ id: 'd', trace: '4', at: [500, 600] }, record),
  ];
  expect(callsByTurn(rows)).toEqual({ 1: ['a', 'b'], 4: ['d'] });
});
