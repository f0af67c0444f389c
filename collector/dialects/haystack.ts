import type { Dialect, FieldSource } from './dialect.ts';
import { quotedText } from './envelopes.ts';

const ANSWER = 'haystack.agent.step.llm.output';

function reply(about: string): FieldSource {
  return { attribute: ANSWER, member: `replies.0.meta.${about}` };
}

/** Haystack's own tracing. A model's input is what Python prints of it, and only its answer is JSON. */
export const haystack: Dialect = {
  name: 'haystack',
  names: [
    { name: /^haystack\.agent\.step\.tool$/, kind: 'tool' },
    { name: /^haystack\.agent\.step\.llm$/, kind: 'model' },
    { name: /^haystack\.agent\.step$/, kind: 'step' },
    { name: /^haystack\.agent\.run$/, kind: 'agent' },
  ],
  fields: {
    tool: ['haystack.tool.name'],
    args: ['haystack.agent.step.tool.input'],
    result: ['haystack.agent.step.tool.output'],
  },
  ownFields: {
    asked: [ANSWER],
    model: [reply('model')],
    inputTokens: [reply('usage.prompt_tokens')],
    outputTokens: [reply('usage.completion_tokens')],
    cachedInputTokens: [reply('usage.prompt_tokens_details.cached_tokens')],
    finishReason: [reply('finish_reason')],
  },
  resultEnvelopes: [quotedText],
};
