import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect } from './dialect.ts';
import { argsAndKwargs, quotedText, textBlocks, toolMessage } from './envelopes.ts';
import { memberAt } from './read-fields.ts';

const USAGE = 'langfuse.observation.usage_details';

/** Langfuse SDKs, and Langfuse's context attributes on spans of others. */
export const langfuse: Dialect = {
  name: 'langfuse',
  kinds: [
    {
      attribute: 'langfuse.observation.type',
      values: {
        tool: 'tool',
        generation: 'model',
        agent: 'agent',
        chain: 'other',
        retriever: 'other',
        embedding: 'other',
        evaluator: 'other',
        guardrail: 'other',
      },
    },
    { attribute: 'langfuse.observation.type', values: { span: 'agent' }, whenRoot: true },
    { attribute: 'langfuse.observation.type', values: { span: 'other' } },
  ],
  fields: {
    model: ['langfuse.observation.model.name'],
    session: ['langfuse.session.id', 'langfuse.trace.metadata.langfuse_session_id'],
    user: ['langfuse.user.id'],
    agentVersion: ['langfuse.version', 'langfuse.release'],
    errorMessage: ['langfuse.observation.status_message'],
  },
  ownFields: {
    args: ['langfuse.observation.input'],
    result: ['langfuse.observation.output'],
    asked: ['langfuse.observation.output'],
    fedBack: ['langfuse.observation.input'],
    callId: [
      'langfuse.observation.metadata.toolCallId',
      'langfuse.observation.metadata.tool_call_id',
    ],
    inputTokens: members('input', 'prompt_tokens', 'input_tokens'),
    outputTokens: members('output', 'completion_tokens', 'output_tokens'),
    cachedInputTokens: members(
      'input_cached_tokens',
      'input_cache_read',
      'cache_read_input_tokens',
      'input_cache_read_input_tokens',
      'prompt_tokens_details.cached_tokens',
    ),
    cacheWriteTokens: members('input_cache_creation', 'cache_creation_input_tokens'),
  },
  errorFlags: [{ attribute: 'langfuse.observation.level', values: ['error'] }],
  // Functions of Python that `observe` wraps.
  argumentEnvelopes: [argsAndKwargs],
  resultEnvelopes: [toolMessage, quotedText, textBlocks],
  isCacheBesideInput,
  agentFromName: /^(.+)$/,
};

function members(...names: readonly string[]) {
  return names.map((member) => ({ attribute: USAGE, member }));
}

/** What OpenAI counts is passed on as it is, with the cached tokens inside; in Langfuse's own words they are apart. */
function isCacheBesideInput({ attributes }: WireSpan): boolean {
  return memberAt(attributes.get(USAGE) ?? null, 'prompt_tokens') === null;
}
