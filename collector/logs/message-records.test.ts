import { describe, expect, it } from 'vitest';
import { rowsOfLogs } from '../log-fixture.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

describe('GenAI message records', () => {
  const span = {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    scope: 'opentelemetry.instrumentation.openai',
  };

  it('those of one span are the messages of one model call below it', () => {
    const rows = rowsOfLogs(
      { ...span, eventName: 'gen_ai.user.message', body: { content: 'find it' } },
      { ...span, eventName: 'gen_ai.tool.message', body: { id: 'call_0', content: '[]' } },
      {
        ...span,
        eventName: 'gen_ai.choice',
        body: {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'search', arguments: '{"q":1}' },
              },
            ],
          },
        },
      },
    );
    expect(rows).toMatchObject([
      { kind: 'model', trace_id: TRACE_ID, parent_span_id: SPAN_ID, input_tokens: null },
    ]);
    expect(JSON.parse(rows[0]?.messages ?? '')).toMatchObject({
      users: 1,
      asked: [{ id: 'call_1', tool: 'search', args: '{"q":1}' }],
      fed_back: [{ id: 'call_0', result: '[]', result_kind: 'empty' }],
    });
  });

  it('content may stand as JSON in an attribute', () => {
    const content = JSON.stringify({ id: 'call_0', content: 'none' });
    const [row] = rowsOfLogs(
      { ...span, eventName: 'gen_ai.user.message', body: { content: 'find it' } },
      {
        ...span,
        attributes: { 'event.name': 'gen_ai.tool.message', 'gen_ai.event.content': content },
      },
    );
    expect(JSON.parse(row?.messages ?? '')).toMatchObject({
      fed_back: [{ id: 'call_0', result: 'none' }],
    });
  });

  it('one record may hold all of them', () => {
    const [row] = rowsOfLogs({
      ...span,
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: {
        'gen_ai.conversation.id': 's-1',
        'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: 'find it' }] }],
        'gen_ai.output.messages': [
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'call_1', name: 'search', arguments: { q: 1 } }],
          },
        ],
      },
    });
    expect(row).toMatchObject({ session_id: 's-1' });
    expect(JSON.parse(row?.messages ?? '')).toMatchObject({ asked: [{ id: 'call_1' }] });
  });
});
