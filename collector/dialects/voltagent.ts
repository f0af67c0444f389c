import type { Dialect } from './dialect.ts';
import { quotedText } from './envelopes.ts';

/** VoltAgent: every span says whose it is. Its one model span stands for a whole loop and counts only the last step's tokens. */
export const voltagent: Dialect = {
  name: 'voltagent',
  kinds: [
    {
      attribute: 'span.type',
      values: { tool: 'tool', llm: 'step', memory: 'other', retriever: 'other', agent: 'agent' },
      whenHas: 'entity.type',
    },
    { attribute: 'entity.type', values: { agent: 'agent' }, whenHas: 'voltagent.operation_id' },
  ],
  fields: { session: ['voltagent.conversation_id'] },
  ownFields: {
    tool: ['tool.name'],
    callId: ['tool.call.id'],
    args: ['input'],
    result: ['output'],
    model: ['ai.model.name'],
    inputTokens: ['usage.prompt_tokens'],
    outputTokens: ['usage.completion_tokens'],
    cachedInputTokens: ['usage.cached_tokens'],
    session: ['conversation.id'],
    agent: ['entity.name'],
  },
  countsOnAgent: () => true,
  resultEnvelopes: [quotedText],
  toolFromName: /^tool\.execution:(.+)$/,
};
