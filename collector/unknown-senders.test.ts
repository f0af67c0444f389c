import { describe, expect, it } from 'vitest';
import { rowOf, type SpanFixture } from './span-fixture.ts';

const args = '{"q":"x"}';

/** Spans of instrumentations that nobody has written a dialect for. */
describe('an attribute that only looks like a tool call', () => {
  it.each<[string, SpanFixture]>([
    [
      'of an unknown vendor',
      { attributes: { 'acme.tool.name': 'search', 'acme.tool.args': args } },
    ],
    ['of an unknown kind', { attributes: { 'acme.span.kind': 'TOOL', 'acme.input': args } }],
    ['named by a word of its own', { attributes: { tool: 'search', arguments: args } }],
    ['with the name of a tool alone', { attributes: { 'tool.name': 'hammer', 'tool.size': 3 } }],
    ['with input and output', { attributes: { 'input.value': args, 'output.value': '[]' } }],
    ['of a build', { name: 'execute_tools', attributes: { 'build.tool': 'make' } }],
    [
      'of an HTTP client',
      { name: 'POST /tools/call', attributes: { 'http.request.method': 'POST' } },
    ],
    ['of an RPC', { name: 'tools/list', attributes: { 'mcp.method.name': 'tools/list' } }],
    [
      'in a model call',
      { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'search' } },
    ],
    [
      'of an operation to come',
      { attributes: { 'gen_ai.operation.name': 'plan_tool_use', 'gen_ai.tool.name': 'search' } },
    ],
    [
      'of a tool that is described',
      { attributes: { 'gen_ai.operation.name': 'create_agent', 'gen_ai.tool.definitions': '[]' } },
    ],
    ['of a session', { attributes: { 'session.id': 's', tool_name: 'search' } }],
  ])('%s makes no call', (_who, span) => {
    expect(rowOf(span)).not.toMatchObject({ kind: 'tool' });
  });
});

/** INSTRUMENTATIONS names them; senders write them on any span. */
describe('a session is found under', () => {
  it.each([
    'session.id',
    'gen_ai.conversation.id',
    'gen_ai.session.id',
    'langfuse.session.id',
    'langfuse.trace.metadata.langfuse_session_id',
    'langwatch.thread.id',
    'langsmith.metadata.thread_id',
    'langsmith.metadata.session_id',
    'langsmith.metadata.conversation_id',
    'traceloop.association.properties.session_id',
    'traceloop.association.properties.conversation_id',
    'traceloop.association.properties.thread_id',
    'traceloop.association.properties.chat_id',
    'ai.telemetry.metadata.sessionId',
    'ai.telemetry.metadata.conversationId',
    'ai.telemetry.metadata.threadId',
    'ai.telemetry.metadata.chatId',
    'ai.settings.context.sessionId',
    'mastra.metadata.threadId',
    'mastra.metadata.sessionId',
    'anthropic.session.id',
    'gcp.vertex.agent.session_id',
    'mlflow.trace.session',
    'spring.ai.chat.client.conversation.id',
  ])('%s, on a span of anybody', (name) => {
    const attributes = { [name]: 'conv-1', 'gen_ai.operation.name': 'chat' };
    expect(rowOf({ attributes })).toMatchObject({ kind: 'model', session_id: 'conv-1' });
  });

  it.each(['session_id', 'thread_id', 'conversation_id'])(
    '%s of OpenInference’s metadata',
    (name) => {
      const metadata = JSON.stringify({ [name]: 'conv-1' });
      expect(rowOf({ attributes: { 'openinference.span.kind': 'LLM', metadata } })).toMatchObject({
        session_id: 'conv-1',
      });
    },
  );

  it('session.id of the resource, where no span names one', () => {
    expect(rowOf({ resource: { 'session.id': 'conv-1' } })).toMatchObject({ session_id: 'conv-1' });
  });

  it.each([
    'langsmith.trace.session_id',
    'langsmith.trace.session_name',
    'thread.id',
    'thread.name',
  ])('%s is none', (name) => {
    const attributes = { [name]: '42', 'gen_ai.operation.name': 'chat' };
    expect(rowOf({ attributes })).toMatchObject({ session_id: '' });
  });
});

describe('a user is found under', () => {
  it.each([
    'langfuse.user.id',
    'user.id',
    'enduser.id',
    'enduser.pseudo.id',
    'langwatch.user.id',
    'traceloop.association.properties.user_id',
    'traceloop.association.properties.customer_id',
    'langsmith.metadata.user_id',
    'ai.telemetry.metadata.userId',
    'mastra.metadata.userId',
    'mastra.metadata.resourceId',
    'mlflow.trace.user',
    'gcp.vertex.agent.user_id',
    'gen_ai.user.id',
  ])('%s', (name) => {
    const attributes = { [name]: 'u-1', 'gen_ai.operation.name': 'chat' };
    expect(rowOf({ attributes })).toMatchObject({ user_id: 'u-1' });
  });
});
