import { canonicalise } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';
import type { SpanView } from './span.ts';
import { readToolCall } from './tool-call.ts';

function span(attributes: Record<string, unknown>, more: Partial<SpanView> = {}): SpanView {
  return {
    name: 'x',
    attributes,
    status: { code: 0 },
    events: [],
    spanContext: () => ({ traceId: '0' }),
    ...more,
  };
}

/** `tool arguments`, or null where the span is no tool call. */
function read(attributes: Record<string, unknown>, name = 'x'): string | null {
  const call = readToolCall(span(attributes, { name }));
  if (call === null) return null;
  return `${call.tool} ${call.args.known ? canonicalise(call.args.value) : '?'}`;
}

const GENAI = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
const ARGS = '{"q":"a"}';

describe('a tool call is recognised in', () => {
  test.each<[string, Record<string, unknown>]>([
    ['OTel GenAI', { ...GENAI, 'gen_ai.tool.call.arguments': ARGS }],
    [
      'OTel GenAI with structured arguments',
      { ...GENAI, 'gen_ai.tool.call.arguments': { q: 'a' } },
    ],
    [
      'OTel MCP',
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search', 'mcp.tool.arguments': ARGS },
    ],
    [
      'OpenInference',
      { 'openinference.span.kind': 'TOOL', 'tool.name': 'search', 'input.value': ARGS },
    ],
    [
      'OpenInference for LangChain',
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'search',
        'input.value': JSON.stringify({ input: ARGS }),
      },
    ],
    [
      'OpenInference for Python',
      { 'openinference.span.kind': 'TOOL', 'tool.name': 'search', 'input.value': "{'q': 'a'}" },
    ],
    [
      'Vercel AI SDK 4 to 6',
      { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'search', 'ai.toolCall.args': ARGS },
    ],
    [
      'Langfuse around a tool of the Vercel AI SDK',
      {
        'langfuse.observation.type': 'tool',
        'gen_ai.tool.name': 'search',
        'langfuse.observation.input': `[${ARGS},{"toolCallId":"c1","messages":[{"role":"user"}]}]`,
      },
    ],
    [
      'Traceloop decorators',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'search',
        'traceloop.entity.input': `{"args":[],"kwargs":${ARGS}}`,
      },
    ],
    [
      'Traceloop decorators with one object',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'search',
        'traceloop.entity.input': `{"args":[${ARGS}],"kwargs":{}}`,
      },
    ],
    [
      'Traceloop for MCP',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'search',
        'traceloop.entity.input': `{"tool_name":"search","arguments":${ARGS}}`,
      },
    ],
    [
      'Traceloop for LangChain',
      {
        ...GENAI,
        'gen_ai.tool.call.arguments': JSON.stringify({
          input_str: ARGS,
          inputs: { q: 'a' },
          tags: ['seq:step:7'],
        }),
      },
    ],
    [
      'Traceloop for LangChain without inputs',
      { ...GENAI, 'gen_ai.tool.call.arguments': JSON.stringify({ input_str: ARGS, tags: [] }) },
    ],
    [
      'Langfuse',
      {
        'langfuse.observation.type': 'tool',
        'gen_ai.tool.name': 'search',
        'langfuse.observation.input': ARGS,
      },
    ],
    [
      'Genkit',
      { 'genkit:metadata:subtype': 'tool', 'genkit:name': 'search', 'genkit:input': ARGS },
    ],
  ])('%s', (_, attributes) => {
    expect(read(attributes)).toBe(`search ${ARGS}`);
  });
});

test.each<[string, Record<string, unknown>]>([
  [
    'a model span that names a tool',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.tool.name': 'search',
      'openinference.span.kind': 'TOOL',
    },
  ],
  ['an agent span', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.tool.name': 'search' }],
  ['an MCP listing', { 'mcp.method.name': 'tools/list' }],
  ['a listing of kind TOOL', { 'openinference.span.kind': 'TOOL', 'tool.name': 'List Tools' }],
  [
    "ADK's merged span",
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': '(merged tools)' },
  ],
  [
    'a tool known by its class only',
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'DynamicStructuredTool' },
  ],
  ['a span of something else', { 'http.route': '/' }],
])('%s is no tool call to sign', (_, attributes) => {
  expect(read(attributes)).toBeNull();
});

test.each([
  ['execute_tool search', 'search ?'],
  ['tools/call search', 'search ?'],
  ['search.tool', 'search ?'],
  ['search', 'search ?'],
])('a span named %s names its tool where no attribute does', (name, expected) => {
  expect(read({ 'gen_ai.operation.name': 'execute_tool' }, name)).toBe(expected);
});

test.each([undefined, '', 'None', 'null', 'N/A', '__REDACTED__'])(
  'arguments of %j are unknown',
  (raw) => {
    expect(read({ ...GENAI, 'gen_ai.tool.call.arguments': raw })).toBe('search ?');
  },
);

test('the parts of its outcome come from status, events, flags and result', () => {
  const call = readToolCall(
    span(
      {
        ...GENAI,
        'gen_ai.tool.call.result': '[]',
        'error.type': 'E',
        'gen_ai.tool.success': false,
      },
      {
        status: { code: 2, message: 'm' },
        events: [
          { name: 'log' },
          { name: 'exception', attributes: { 'exception.type': 'T', 'exception.message': 'x' } },
        ],
      },
    ),
  );
  expect(call?.evidence).toEqual({
    status: 'error',
    statusMessage: 'm',
    errorType: 'E',
    exceptionType: 'T',
    exceptionMessage: 'x',
    flaggedError: true,
    result: '[]',
  });
});
