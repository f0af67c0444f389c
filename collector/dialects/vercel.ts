import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, SpanKind } from './dialect.ts';
import { mcpResult, quotedText, textBlocks, typedValue } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';

const SESSION_NAMES = ['sessionId', 'conversationId', 'threadId', 'chatId'];
const PLACES = ['ai.telemetry.metadata.', 'ai.settings.context.'];

const OPERATION_IDS: Readonly<Record<string, SpanKind>> = {
  'ai.toolCall': 'tool',
  'ai.generateText.doGenerate': 'model',
  'ai.streamText.doStream': 'model',
  'ai.generateObject.doGenerate': 'model',
  'ai.streamObject.doStream': 'model',
  'ai.generateText': 'agent',
  'ai.streamText': 'agent',
  'ai.generateObject': 'agent',
  'ai.streamObject': 'agent',
  'ai.embed': 'other',
  'ai.embedMany': 'other',
};

/** Vercel AI SDK: `ai.*` of 4 to 6 and of the legacy integration of 7, and GenAI spans under scope `gen_ai` of 7. */
export const vercel: Dialect = {
  name: 'vercel',
  kinds: [
    { attribute: 'ai.operationId', values: OPERATION_IDS },
    { attribute: 'operation.name', values: OPERATION_IDS, firstWord: true },
    { attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: /^(gen_ai|ai)$/ },
  ],
  fields: {
    tool: ['ai.toolCall.name'],
    callId: ['ai.toolCall.id'],
    args: ['ai.toolCall.args', 'ai.toolCall.input'],
    result: ['ai.toolCall.result', 'ai.toolCall.output'],
    model: ['ai.response.model', 'ai.model.id'],
    inputTokens: ['ai.usage.inputTokens', 'ai.usage.promptTokens'],
    outputTokens: ['ai.usage.outputTokens', 'ai.usage.completionTokens'],
    cachedInputTokens: ['ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'],
    finishReason: ['ai.response.finishReason'],
    asked: ['ai.response.toolCalls'],
    fedBack: ['ai.prompt.messages'],
    said: ['ai.response.text'],
    session: PLACES.flatMap((place) => SESSION_NAMES.map((name) => place + name)),
    user: PLACES.map((place) => `${place}userId`),
    agent: ['ai.telemetry.functionId'],
  },
  resultEnvelopes: [typedValue, quotedText, mcpResult, textBlocks],
  isStatusForeign,
};

/** Bridged to OpenInference, every span after the first failed tool carries that tool's error; an error of its own comes with its exception. */
function isStatusForeign({ attributes, events }: WireSpan): boolean {
  return (
    attributes.has('openinference.span.kind') &&
    !attributes.has('error.type') &&
    !events.some(({ name }) => name === 'exception')
  );
}
