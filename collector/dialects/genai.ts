import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, Layer, SpanKind } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';
import { readEvents } from './genai-events.ts';

/** Name of the span that log records of one span are made into. */
export const MESSAGES_OF_SPAN = 'gen_ai.messages';

/** What the values of `gen_ai.operation.name` say, the ones of frameworks included. */
export const OPERATIONS: Readonly<Record<string, SpanKind>> = {
  execute_tool: 'tool',
  chat: 'model',
  text_completion: 'model',
  generate_content: 'model',
  responses: 'model',
  response: 'model',
  completion: 'model',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
  agent_step: 'step',
  model_step: 'step',
  model_generation: 'other',
  model_chunk: 'other',
  processor_run: 'other',
  create_agent: 'other',
  embeddings: 'other',
  retrieval: 'other',
  rerank: 'other',
  plan: 'other',
  orchestrate_tools: 'other',
};

/**
 * The OpenTelemetry GenAI conventions, 1.27 to the newest, and its MCP part. Tool arguments and results were span
 * events before they were attributes.
 */
export const genai: Dialect = {
  name: 'genai',
  kinds: [
    { attribute: 'gen_ai.operation.name', values: OPERATIONS },
    { attribute: 'mcp.method.name', values: { 'tools/call': 'tool' } },
  ],
  names: [
    { name: /^(gen_ai\.)?execute_tool /, kind: 'tool' },
    { name: /^(?:MCP send )?tools\/call /, kind: 'tool' },
    { name: /^invoke_agent( |$)/, kind: 'agent' },
    { name: new RegExp(`^${MESSAGES_OF_SPAN}$`), kind: 'model' },
  ],
  present: [
    {
      has: ['gen_ai.tool.call.id', 'gen_ai.tool.call.arguments'],
      hasNone: [
        'gen_ai.request.model',
        'gen_ai.response.model',
        'gen_ai.usage.input_tokens',
        'gen_ai.usage.output_tokens',
      ],
      kind: 'tool',
    },
  ],
  notTools: [{ attribute: 'gen_ai.tool.name', values: ['(merged tools)'] }],
  fields: {
    tool: ['gen_ai.tool.name', 'mcp.tool.name'],
    callId: ['gen_ai.tool.call.id', 'gen_ai.tool.call_id'],
    args: ['gen_ai.tool.call.arguments', 'gen_ai.tool.args', 'mcp.tool.arguments'],
    result: ['gen_ai.tool.call.result', 'mcp.tool.result'],
    model: ['gen_ai.response.model', 'gen_ai.request.model'],
    inputTokens: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
    outputTokens: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
    cachedInputTokens: [
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.cached_input_tokens',
    ],
    cacheWriteTokens: [
      'gen_ai.usage.cache_write.input_tokens',
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.cache_write_input_tokens',
    ],
    totalTokens: ['gen_ai.usage.total_tokens', 'llm.usage.total_tokens'],
    finishReason: ['gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason'],
    asked: ['gen_ai.output.messages'],
    fedBack: ['gen_ai.input.messages'],
    session: ['gen_ai.conversation.id'],
    user: ['user.id', 'enduser.id', 'enduser.pseudo.id'],
    agent: ['gen_ai.agent.name', 'gen_ai.workflow.name'],
    agentVersion: ['gen_ai.agent.version'],
    errorType: ['error.type'],
    errorMessage: ['error.message'],
  },
  errorFlags: [
    { attribute: 'gen_ai.tool.status', values: ['error'] },
    { attribute: 'gen_ai.tool.success', values: ['false'] },
    { attribute: 'mcp.result.is_error', values: ['true'] },
  ],
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
  // Bedrock's own counting is passed on by all that stand on its client.
  isCacheBesideInput: ({ scope }) => /bedrock/.test(scope),
  toolFromName: /^(?:(?:gen_ai\.)?execute_tool|(?:MCP send )?tools\/call) (.+)$/,
  agentFromName: /^invoke_agent (.+?)(?:\([^)]*\))?$/,
  readOdd: readEvents,
  layer: layerOf,
};

function layerOf({ name, attributes }: WireSpan, kind: SpanKind): Layer {
  if (kind !== 'tool') return name === MESSAGES_OF_SPAN ? 'log' : '';
  return attributes.has('mcp.method.name') ? 'protocol' : 'framework';
}
