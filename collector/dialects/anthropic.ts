import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';

/** The spans of Anthropic's own SDKs: GenAI names, but results and stop reasons of its own. */
export const anthropic: Dialect = {
  name: 'anthropic',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: /^com\.anthropic\./ }],
  names: [
    { name: /^anthropic\.(custom_)?tool_use /, kind: 'tool' },
    { name: /^anthropic\.messages\.(create|stream)$/, kind: 'model' },
  ],
  fields: {
    result: ['anthropic.tool_result.content'],
    finishReason: ['anthropic.message.stop_reason'],
    session: ['anthropic.session.id'],
  },
  resultEnvelopes: [textBlocks, quotedText],
  toolFromName: /^anthropic\.(?:custom_)?tool_use (.+)$/,
};
