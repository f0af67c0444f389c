import { describe, expect, it } from 'vitest';
import {
  call,
  chatSpan,
  otlpRecord,
  otlpSpan,
  response,
  see,
  seeAll,
  toolSpan,
  type TrapSpan,
} from './trap-turn.ts';

const args = { q: 'x' };
const session = { 'gen_ai.conversation.id': 's' };

function agent(span: TrapSpan): TrapSpan {
  const { attributes } = span;
  return {
    name: 'invoke_agent support',
    at: [0, 900],
    ...span,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', ...attributes },
  };
}

describe('traps of how traces are made', () => {
  it('T5: calls that the model asked for and nobody shows are said to be missing', () => {
    const silent = chatSpan(
      {},
      { attributes: { 'gen_ai.response.finish_reasons': ['tool_calls'] } },
    );
    expect(see(silent).turns[0]?.marks).toContain('missing_calls');
  });

  it('T6: layers of one call are one, and a second call is a second', () => {
    const client = (id: string, parent: string, at: readonly [number, number]) =>
      toolSpan('search', args, {
        id,
        parent,
        at,
        name: 'tools/call search',
        scope: 'mcp',
        attributes: { 'mcp.method.name': 'tools/call' },
      });
    const { calls } = see(
      agent({ id: '1' }),
      toolSpan('search', args, { id: '2', parent: '1', at: [10, 90] }),
      client('3', '2', [20, 80]),
      client('4', '3', [30, 70]),
      client('5', '1', [200, 280]),
    );
    expect(calls).toHaveLength(2);
  });

  it('T7: a span that comes twice counts once', () => {
    const span = toolSpan('a', args, { id: '1', at: [0, 10] });
    expect(see(span, { ...span, at: [0, 12], status: 'ok' }).calls).toHaveLength(1);
  });

  it('T8: two instrumentations of one client count its tokens once', () => {
    const both = ['one', 'two'].map((scope) => chatSpan({}, { scope, at: [0, 100] }));
    expect(see(...both).turns).toMatchObject([{ model_calls: 1, input_tokens: 100 }]);
  });

  it('T18: what is too large is cut before it is stored, events too', () => {
    const large = 'x'.repeat(2_000_000);
    const [row] = see(
      toolSpan('a', large, {
        attributes: { other: large },
        events: [{ name: 'e', attributes: { large } }],
      }),
    ).rows;
    expect(JSON.stringify(row).length).toBeLessThan(500_000);
    expect(row?.marks).toContain('truncated');
  });

  it('T19: where the oldest attributes were dropped the name tells what the span is', () => {
    const { calls } = see({
      name: 'execute_tool search',
      dropped: 12,
      attributes: { 'gen_ai.tool.call.id': 'c1' },
    });
    expect(calls).toMatchObject([{ tool: 'search', args_known: 0 }]);
  });

  it('T20: one cut attribute says nothing about the next', () => {
    const { rows } = see(
      toolSpan('a', '{"q":"xxx...', {
        attributes: { 'gen_ai.tool.call.result': `["${'y'.repeat(5_000)}"]` },
      }),
    );
    expect(rows[0]).toMatchObject({ marks: ['args_truncated'], result_size: 5_004 });
  });

  it('T21: parallel tools that lost their parent are of the turn all the same', () => {
    const lost = ['2', '3'].map((trace) =>
      toolSpan('price', { sku: trace }, { trace, at: [20, 80], attributes: session }),
    );
    expect(see(agent({ id: '1', attributes: session }), ...lost).turns).toMatchObject([
      { calls: 2 },
    ]);
  });

  it('T22, T23: without the root, and with spans that never end, there is a turn', () => {
    const orphans = [1, 2].map((i) =>
      toolSpan('a', args, { parent: 'dead', at: [i * 20, i * 20 + 9] }),
    );
    expect(see(...orphans).turns).toMatchObject([
      { calls: 2, marks: expect.arrayContaining(['no_root']) },
    ]);
  });

  it('T24: what ends after its root is of its turn', () => {
    const { turns } = see(
      agent({ id: '1', at: [0, 50] }),
      toolSpan('a', args, { parent: '1', at: [40, 400] }),
    );
    expect(turns).toMatchObject([{ calls: 1, duration_ms: 400 }]);
  });

  it('T25: tokens that were set too late are missing, and said to be', () => {
    const { turns } = see({ name: 'chat m-1', attributes: { 'gen_ai.operation.name': 'chat' } });
    expect(turns[0]?.marks.join()).toContain('Tokens are missing');
  });

  it('T27: a session that stands on one span is that of the whole trace', () => {
    const { calls } = see(
      agent({ id: '1', attributes: session }),
      toolSpan('a', args, { parent: '1', at: [5, 9] }),
    );
    expect(calls).toMatchObject([{ session_id: 's' }]);
  });

  it('T28: a sub-agent with an id of its own does not change the session, a project is none', () => {
    const { calls } = see(
      agent({ id: '1', attributes: { ...session, 'langsmith.trace.session_id': 'project' } }),
      toolSpan('expert', args, { id: '2', parent: '1', at: [5, 90] }),
      agent({
        id: '3',
        parent: '2',
        at: [6, 80],
        attributes: { 'gen_ai.conversation.id': 'made-up' },
      }),
      toolSpan('search', args, { parent: '3', at: [7, 9] }),
    );
    expect(calls.map(({ session_id }) => session_id)).toEqual(['s', 's']);
  });

  it('T29: sums that agents repeat are not counted again', () => {
    const { turns } = see(
      agent({ id: '1', attributes: { 'gen_ai.usage.input_tokens': 200 } }),
      ...[0, 1].map((i) => chatSpan({}, { parent: '1', at: [i * 50, i * 50 + 20] })),
    );
    expect(turns).toMatchObject([{ input_tokens: 200, model_calls: 2 }]);
  });

  it('T30: ids in base64, as bytes and in capitals are the same ids', () => {
    const hex = '0af7651916cd43dd8448eb211c80319c';
    const ids = [
      hex.toUpperCase(),
      Buffer.from(hex, 'hex').toString('base64'),
      [...Buffer.from(hex, 'hex')],
    ];
    const spans = ids.map((traceId, i) => {
      const [scopeSpans] = [{ spans: [{ traceId, spanId: `00000000000000a${i}`, name: 'x' }] }];
      return { scopeSpans: [scopeSpans] };
    });
    expect(seeAll(spans).rows.map(({ trace_id }) => trace_id)).toEqual([hex, hex, hex]);
  });

  it('T33: a title made on the side begins no turn and asks for no call', () => {
    const request = (source: string, at: readonly [number, number]): TrapSpan => ({
      name: 'claude_code.llm_request',
      at,
      attributes: { 'session.id': 's', query_source: source, model: 'm-1', input_tokens: 10 },
    });
    const { turns } = see(
      request('repl_main_thread', [0, 90]),
      request('generate_session_title', [5, 50]),
      {
        name: 'claude_code.tool',
        at: [100, 150],
        attributes: { 'session.id': 's', tool_name: 'Bash' },
      },
    );
    expect(turns).toMatchObject([{ calls: 1, input_tokens: 20 }]);
  });

  it('T35: a turn of a sampled trace says so', () => {
    const sampled = (traceState: string) =>
      see(toolSpan('a', args, { traceState })).turns[0]?.marks;
    expect(sampled('vendor=1,ot=th:c')).toContain('sampled');
    expect(sampled('ot=th:0')).not.toContain('sampled');
  });

  it('T36: a log record without a trace is joined by the id of its call', () => {
    const span = otlpSpan({
      name: 'claude_code.tool',
      at: [0, 100],
      attributes: { 'session.id': 's', tool_name: 'Bash', tool_use_id: 'toolu_1' },
    });
    const record = otlpRecord('claude_code.tool_result', 101, {
      'session.id': 's',
      'prompt.id': 'p',
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: '{"command":"ls"}',
      success: 'true',
      duration_ms: 100,
    });
    const { calls, turns } = seeAll([span], [record]);
    expect(calls).toMatchObject([{ call_id: 'toolu_1', args_known: 1, outcome: 'ok' }]);
    expect(turns).toHaveLength(1);
  });

  it('T37: spans that are each a trace of their own are one turn by their session', () => {
    const spans = [0, 1, 2].flatMap((i) => [
      chatSpan(
        { asked: [call(`c${i}`, 'a', args)] },
        { trace: `a${i}`, at: [i * 100, i * 100 + 20], attributes: session },
      ),
      toolSpan('a', args, {
        trace: `b${i}`,
        at: [i * 100 + 30, i * 100 + 50],
        attributes: { ...session, 'gen_ai.tool.call.id': `c${i}` },
      }),
    ]);
    expect(see(...spans).turns).toMatchObject([{ calls: 3, model_calls: 3 }]);
  });

  it('T38: below a span that was left out the rest stands', () => {
    const { calls } = see(
      agent({ id: '1' }),
      toolSpan('a', args, { parent: 'left-out'.length.toString(), at: [10, 20] }),
      toolSpan('b', args, { parent: '1', at: [30, 40] }),
    );
    expect(calls.map(({ tool }) => tool)).toEqual(['a', 'b']);
  });

  it.each([
    'cache_creation.input_tokens',
    'cache_write.input_tokens',
    'cache_creation_input_tokens',
  ])('T39: tokens are read under the name gen_ai.usage.%s', (name) => {
    const { rows } = see({
      name: 'claude_code.llm_request',
      attributes: { input_tokens: 100, [`gen_ai.usage.${name}`]: 7 },
    });
    expect(rows).toMatchObject([{ input_tokens: 107 }]);
  });

  it('a result that comes in a later trace is that of the call', () => {
    const { calls } = see(
      chatSpan({ asked: [call('c1', 'a', args)] }, { trace: 'a1', attributes: session }),
      chatSpan(
        { fedBack: [response('c1', '[]')] },
        { trace: 'a2', at: [50, 60], attributes: session },
      ),
    );
    expect(calls).toMatchObject([{ result_kind: 'empty' }]);
  });
});
