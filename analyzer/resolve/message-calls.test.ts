import { describe, expect, it } from 'vitest';

import { resolve } from '../testing/resolve.ts';
import type { SpanMessages } from '@loopscope/sql';

import { agentSpan, asked, fedBack, modelSpan, toolSpan } from '../testing/spans.ts';

const search = (id: string, q: number) => asked(id, 'search', { q });

describe('a call that no span covers', () => {
  it('counts, with the result that the model was given', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
      modelSpan({ id: '2', at: [50, 60], messages: { fed_back: [fedBack('x', [])] } }),
    ]);
    expect(toolCalls).toMatchObject([
      { source: 'messages', call_index: 0, call_id: 'x', outcome: 'ok', result_kind: 'empty' },
    ]);
    expect(toolCalls[0]?.start_ns.endsWith('10000000')).toBe(true);
  });

  it('may bear an id that an earlier call had', () => {
    const ask = { asked: [search('call_1', 1)] };
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: ask }),
      modelSpan({ id: '2', at: [50, 60], messages: { ...ask, fed_back: [fedBack('call_1', [])] } }),
      modelSpan({ id: '3', at: [90, 95], messages: { fed_back: [fedBack('call_1', [7])] } }),
    ]);
    expect(toolCalls.map((call) => [call.step, call.attempt, call.result_kind])).toEqual([
      [0, 1, 'empty'],
      [1, 2, 'value'],
    ]);
  });

  it('without an id takes results in order', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('', 1), search('', 2)] } }),
      modelSpan({
        id: '2',
        at: [50, 60],
        messages: { fed_back: [fedBack('', []), fedBack('', [7])] },
      }),
    ]);
    expect(toolCalls.map((call) => call.result_kind)).toEqual(['empty', 'value']);
  });

  it('is known to be wanted before it has come back', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
    ]);
    expect(toolCalls).toMatchObject([{ outcome: 'unknown', result_kind: 'none' }]);
  });
});

describe('calls that only a framework shows around its client', () => {
  const node = { layer: 'framework' } as const;
  const ask = (q: number) => ({ asked: [search(`c${q}`, q)] });

  it('count where it holds one model call', () => {
    const { toolCalls, turnVerdicts } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: ask(1) }, node),
      modelSpan({ id: '2', parent: '1', at: [1, 9], messages: {} }, { input_tokens: 5 }),
    ]);
    expect(toolCalls).toMatchObject([{ call_id: 'c1', source: 'messages' }]);
    expect(turnVerdicts).toMatchObject([{ model_calls: 1, input_tokens: 5 }]);
  });

  it('count not where it holds several, whose answers it repeats', () => {
    const { toolCalls } = resolve([
      modelSpan(
        { id: '1', at: [0, 50], messages: { asked: [search('c1', 1), search('c2', 2)] } },
        node,
      ),
      modelSpan({ id: '2', parent: '1', at: [1, 9], messages: ask(1) }),
      modelSpan({ id: '3', parent: '1', at: [20, 30], messages: ask(2) }),
    ]);
    expect(toolCalls.map(({ call_id, step }) => [call_id, step])).toEqual([
      ['c1', 0],
      ['c2', 1],
    ]);
  });
});

describe('a call that a span covers', () => {
  it('failed for the reason that the model was given, where the span gives none', () => {
    const reasonOf = (error_template: string) =>
      resolve([
        modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
        toolSpan(
          { id: 'a', at: [10, 20], args: { q: 1 }, error: 'boom' },
          { call_id: 'x', result_known: 0, error_template, error_class: 'unknown' },
        ),
        modelSpan({
          id: '2',
          at: [50, 60],
          messages: { fed_back: [fedBack('x', 'Error: timeout')] },
        }),
      ]).toolCalls.map((call) => [call.error_class, call.error_template]);
    expect(reasonOf('')).toEqual([['timeout', 'Error: timeout']]);
    expect(reasonOf('boom')).toEqual([['unknown', 'boom']]);
  });

  it('is that of its arguments, where an id is given out again', () => {
    const named = { call_id: 'call_1' };
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('call_1', 1)] } }),
      toolSpan({ id: 'a', at: [10, 20], args: { q: 1 } }),
      modelSpan({ id: '2', at: [30, 40], messages: { asked: [search('call_1', 2)] } }),
      toolSpan({ id: 'b', at: [40, 50], args: { q: 2 } }, named),
    ]);
    expect(toolCalls.map(({ step, source }) => [step, source])).toEqual([
      [0, 'span'],
      [1, 'span'],
    ]);
  });

  it('is found by its id, and learns what the span hides', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
      toolSpan({ id: 'a', at: [10, 40] }, { call_id: 'x' }),
      modelSpan({ id: '2', at: [50, 60], messages: { fed_back: [fedBack('x', [])] } }),
    ]);
    expect(toolCalls).toMatchObject([
      { source: 'span', args_known: 1, outcome: 'ok', result_kind: 'empty' },
    ]);
  });

  it('is found by step, tool and order where the span has no id', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1), search('y', 2)] } }),
      toolSpan({ id: 'a', at: [10, 40] }),
      toolSpan({ id: 'b', at: [11, 41], args: { q: 1 } }),
    ]);
    expect(toolCalls.map((call) => [call.span_id.at(-1), call.call_id])).toEqual([
      ['a', 'y'],
      ['b', 'x'],
    ]);
  });

  it("is found under the framework's own name for tools", () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
      toolSpan({ id: 'a', tool: 'StructuredTool', at: [10, 40], error: 'boom' }),
    ]);
    expect(toolCalls).toMatchObject([{ tool: 'search', args_known: 1, outcome: 'error' }]);
  });

  it('is told from one beside it that no span covers', () => {
    const unknown = asked('y', 'no_such_tool', {});
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1), unknown] } }),
      toolSpan({ id: 'a', at: [10, 40], args: { q: 1 } }, { call_id: 'x' }),
    ]);
    expect(toolCalls.map((call) => [call.tool, call.source])).toEqual([
      ['search', 'span'],
      ['no_such_tool', 'messages'],
    ]);
  });
});

describe('an answer that shows no calls', () => {
  const silent = { asked: [], assistants: 0 };
  const later = (...before: SpanMessages['asked']) => ({
    asked: [],
    asked_before: before,
    fed_back: before.map(({ id }) => fedBack(id, [])),
  });

  it('asked for those that stand in the next input', () => {
    const { toolCalls, turnVerdicts } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: silent }),
      modelSpan({ id: '2', at: [50, 60], messages: later(search('x', 1)) }),
      modelSpan({ id: '3', at: [90, 95], messages: later(search('y', 2)) }),
    ]);
    expect(toolCalls.map(({ step, call_id, outcome }) => [step, call_id, outcome])).toEqual([
      [0, 'x', 'ok'],
      [1, 'y', 'ok'],
    ]);
    expect(turnVerdicts[0]?.marks).not.toContain('missing_calls');
  });

  it('asked for none that an earlier answer had shown', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: { asked: [search('x', 1)] } }),
      modelSpan({ id: '2', at: [20, 30], messages: silent }),
      modelSpan({ id: '3', at: [50, 60], messages: later(search('x', 1)) }),
    ]);
    expect(toolCalls).toHaveLength(1);
  });

  it('has spans for its calls all the same', () => {
    const { toolCalls } = resolve([
      modelSpan({ id: '1', at: [0, 10], messages: silent }),
      toolSpan({ id: '2', at: [20, 30], args: { q: 1 }, result: [] }),
      modelSpan({ id: '3', at: [50, 60], messages: later(search('x', 1)) }),
    ]);
    expect(toolCalls).toMatchObject([{ source: 'span', tool: 'search' }]);
  });
});

describe('model calls that are missing', () => {
  it('show as a history that grows faster than the answers seen', () => {
    const talk = (assistants: number) => ({ assistants, users: 1, last_user: 'h' });
    const marks = (...counts: number[]) =>
      resolve(
        counts.map((count, i) =>
          modelSpan({ id: String(i + 1), at: [i * 10, i * 10 + 5], messages: talk(count) }),
        ),
      ).turnVerdicts[0]?.marks;
    expect(marks(0, 1, 2)).not.toContain('steps_mismatch');
    expect(marks(0, 1, 3)).toContain('steps_mismatch');
  });

  it('show where a model asked for tools and none was seen', () => {
    const rows = [modelSpan({ id: '1', at: [0, 10] }, { finish_reason: 'tool_call' })];
    expect(resolve(rows).turnVerdicts[0]).toMatchObject({ stop_reason: 'tool_call' });
    expect(resolve(rows).turnVerdicts[0]?.marks).toContain('missing_calls');
  });
});

describe('a run that ends because there is no such tool', () => {
  const ends = (why: string) => [
    agentSpan(
      { id: 'a', at: [0, 30] },
      { error_class: 'not_found', error_message: why, error_template: 'no such tool' },
    ),
    modelSpan({ id: '1', parent: 'a', at: [0, 10], messages: { asked: [search('x', 1)] } }),
  ];

  it('says so of the call that asked for it', () => {
    const { toolCalls } = resolve(ends('NOT_FOUND: Tool search not found'));
    expect(toolCalls).toMatchObject([{ outcome: 'error', error_class: 'unknown_tool' }]);
  });

  it('says nothing of a call that it does not name', () => {
    const { toolCalls } = resolve(ends('NOT_FOUND: Tool find not found'));
    expect(toolCalls).toMatchObject([{ outcome: 'unknown', error_class: '' }]);
  });
});

describe('messages that come as log records', () => {
  const records = (id: string, messages: Partial<SpanMessages>) =>
    modelSpan({ id, parent: '1', at: [9, 9], messages }, { layer: 'log', marks: ['from_log'] });

  it('belong to the model span above them, in any number of pieces', () => {
    const { toolCalls, turnVerdicts } = resolve([
      modelSpan({ id: '1', at: [0, 10] }, { input_tokens: 100 }),
      records('2', { users: 1, last_user: 'u' }),
      records('3', { asked: [search('x', 1), search('y', 2)] }),
      records('4', { asked: [search('x', 1)] }),
    ]);
    expect(toolCalls.map((call) => call.call_id)).toEqual(['x', 'y']);
    expect(turnVerdicts).toMatchObject([{ model_calls: 1, input_tokens: 100, calls: 2 }]);
  });

  it('stand alone where their span was not sent', () => {
    const { toolCalls } = resolve([records('3', { asked: [search('x', 1)] })]);
    expect(toolCalls).toMatchObject([{ call_id: 'x', source: 'messages' }]);
  });
});
