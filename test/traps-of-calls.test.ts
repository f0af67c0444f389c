import { describe, expect, it } from 'vitest';
import { call, chatSpan, response, see, toolSpan, type TrapSpan } from './trap-turn.ts';

const args = { q: 'x' };
const agent = {
  id: 'a',
  name: 'invoke_agent s',
  at: [0, 900] as const,
  attributes: { 'gen_ai.operation.name': 'invoke_agent' },
};

describe('traps of what a call was and how it ended', () => {
  it('T1: arguments under a vendor name are read, and an error inside of the result', () => {
    const { calls } = see({
      name: 'execute_tool search',
      scope: 'gcp.vertex.agent',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gcp.vertex.agent.tool_call_args': '{"q":"x"}',
        'gcp.vertex.agent.tool_response':
          '{"result":{"content":[{"type":"text","text":"no such index"}],"isError":true}}',
      },
    });
    expect(calls).toMatchObject([{ args_known: 1, outcome: 'error' }]);
  });

  it('T2: content that is off is missing, with the switch that turns it on', () => {
    const { calls, turns } = see({
      name: 'execute_tool a',
      attributes: { 'gen_ai.tool.name': 'a' },
    });
    expect(calls).toMatchObject([{ args_known: 0, signature: '', outcome: 'unknown' }]);
    expect(turns[0]?.marks.join()).toContain('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT');
  });

  it('T3: a tool that the client runs has no span, and counts', () => {
    const { calls } = see(
      chatSpan({ asked: [call('c1', 'ask_user', args)] }),
      chatSpan({ fedBack: [response('c1', 'yes')] }, { at: [50, 60] }),
    );
    expect(calls).toMatchObject([{ tool: 'ask_user', source: 'messages', outcome: 'ok' }]);
  });

  it('T4: a call that failed before it ran has no span, and counts as failed', () => {
    const { calls } = see(
      chatSpan({ asked: [call('c1', 'serach', args)] }),
      chatSpan({ fedBack: [response('c1', "Tool 'serach' not found")] }, { at: [50, 60] }),
    );
    expect(calls).toMatchObject([{ outcome: 'error', error_class: 'unknown_tool' }]);
  });

  it('T9: OK on a span does not override an error in its result', () => {
    const { calls } = see(
      toolSpan('a', args, {
        status: 'ok',
        attributes: { 'gen_ai.tool.call.result': '{"error":"timeout"}' },
      }),
    );
    expect(calls).toMatchObject([{ outcome: 'error', error_class: 'timeout' }]);
  });

  it('T10: an exception tells, though OK was set before it', () => {
    const exception = {
      name: 'exception',
      attributes: { 'exception.type': 'TimeoutError', 'exception.message': 'late' },
    };
    expect(see(toolSpan('a', args, { status: 'ok', events: [exception] })).calls).toMatchObject([
      { outcome: 'error', error_class: 'timeout' },
    ]);
  });

  it('T11: what steers the run is no failure', () => {
    const exception = {
      name: 'exception',
      attributes: { 'exception.type': 'GraphInterrupt', 'exception.message': 'ask' },
    };
    const { calls } = see(toolSpan('a', args, { status: 'error', events: [exception] }));
    expect(calls[0]?.outcome).not.toBe('error');
  });

  it('T12: an id given out again is another call', () => {
    const id = { 'gen_ai.tool.call.id': 'call_0' };
    const { calls } = see(
      toolSpan('a', args, { at: [0, 10], attributes: id }),
      toolSpan('a', args, { at: [500, 510], attributes: id }),
    );
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it.each([
    ['T13: JSON inside of a string', JSON.stringify(JSON.stringify(args))],
    ['T14: the repr of a dict', "{'q': 'x'}"],
    ['an object', args],
  ])('%s has the signature of the arguments it stands for', (_what, written) => {
    const [plain] = see(toolSpan('a', '{"q":"x"}')).calls;
    expect(see(toolSpan('a', written)).calls[0]?.signature).toBe(plain?.signature);
  });

  it('T15: dropped arguments are unknown, and equal to nothing', () => {
    const lost = (startMs: number): TrapSpan => ({
      name: 'execute_tool a',
      at: [startMs, startMs + 9],
      dropped: 1,
      attributes: { 'gen_ai.tool.name': 'a' },
    });
    const { calls, loops } = see(lost(0), lost(20), lost(40), lost(60));
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
    expect(loops).toEqual([]);
  });

  it('T16: ids that the framework put around the arguments do not tell calls apart', () => {
    const wrapped = (step: number) =>
      JSON.stringify({
        input_str: "{'q': 'x'}",
        tags: [`seq:step:${step}`],
        metadata: { langgraph_step: step },
        inputs: args,
        kwargs: {},
      });
    const spans = [1, 2].map((step) =>
      toolSpan('a', wrapped(step), {
        at: [step * 20, step * 20 + 9],
        scope: 'opentelemetry.instrumentation.langchain',
        attributes: { 'traceloop.span.kind': 'tool' },
      }),
    );
    expect(new Set(see(...spans).calls.map(({ signature }) => signature)).size).toBe(1);
  });

  it('T17: cut arguments are marked and hurt nobody', () => {
    const { rows, calls } = see(toolSpan('a', `{"q": "${'x'.repeat(1000)}...`));
    expect(rows[0]?.marks).toContain('args_truncated');
    expect(calls).toHaveLength(1);
  });

  it('T26: the name of what was still to come is no result', () => {
    const waiting = '<async_generator object stream at 0x7f01>';
    const { calls } = see(
      toolSpan('a', args, { attributes: { 'gen_ai.tool.call.result': waiting } }),
    );
    expect(calls).toMatchObject([{ result_kind: 'none', outcome: 'unknown' }]);
  });

  it('T31: explicit kinds come before what a span merely carries', () => {
    const openlit = chatSpan(
      {},
      { attributes: { 'gen_ai.tool.name': 'a', 'gen_ai.tool.call.id': 'c1' } },
    );
    const runner = { ...agent, attributes: { ...agent.attributes, 'gen_ai.request.model': 'm-1' } };
    const langchain = {
      scope: 'openinference.instrumentation.langchain',
      attributes: {
        'openinference.span.kind': 'AGENT',
        'tool.name': 'ask_agent',
        'input.value': '{}',
      },
    };
    const kinds = see(openlit, runner, langchain).rows.map(({ kind }) => kind);
    expect(kinds).toEqual(['model', 'agent', 'tool']);
  });

  it('T32: serialised messages are opened', () => {
    const message = {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'ToolMessage'],
      kwargs: { content: '[]', tool_call_id: 'c1', name: 'a' },
    };
    const { calls } = see({
      name: 'a',
      attributes: {
        'langsmith.span.kind': 'tool',
        'gen_ai.prompt': JSON.stringify({ input: '{"q":"x"}' }),
        'gen_ai.completion': JSON.stringify({ output: message }),
      },
    });
    expect(calls).toMatchObject([{ tool: 'a', call_id: 'c1', result_kind: 'empty' }]);
  });

  it('T34: a failure inside of a sub-agent is a failure, whatever its tool says', () => {
    const { calls } = see(
      agent,
      toolSpan('ask_expert', args, {
        id: 'b',
        parent: 'a',
        at: [10, 400],
        attributes: { 'gen_ai.tool.call.result': 'done' },
      }),
      { ...agent, id: 'c', parent: 'b', at: [20, 390] },
      toolSpan('search', args, {
        id: 'd',
        parent: 'c',
        at: [30, 40],
        status: 'error',
        message: 'timeout',
      }),
    );
    expect(calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['ask_expert', 'ok'],
      ['search', 'error'],
    ]);
  });

  it('T40: an answer that changes is no loop, and calls at once are one step', () => {
    const poll = [1, 2, 3, 4].flatMap((i) => [
      chatSpan({ asked: [call(`c${i}`, 'status', args)] }, { at: [i * 100, i * 100 + 10] }),
      toolSpan('status', args, {
        at: [i * 100 + 20, i * 100 + 30],
        attributes: {
          'gen_ai.tool.call.id': `c${i}`,
          'gen_ai.tool.call.result': `{"done":${i * 20}}`,
        },
      }),
    ]);
    expect(see(...poll).loops.filter(({ severity }) => severity === 'alert')).toEqual([]);
    const ids = ['c1', 'c2', 'c3'];
    const batch = see(
      chatSpan({ asked: ids.map((id) => call(id, 'price', args)) }),
      ...ids.map((id) =>
        toolSpan('price', args, { at: [20, 30], attributes: { 'gen_ai.tool.call.id': id } }),
      ),
    );
    expect(new Set(batch.calls.map(({ step }) => step)).size).toBe(1);
  });
});
