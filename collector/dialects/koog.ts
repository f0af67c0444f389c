import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';
import { readEvents } from './genai-events.ts';

const SCOPE = /koog/i;

/** JetBrains Koog: GenAI spans; a tool's input and output stand under OpenInference's names, messages in events. */
export const koog: Dialect = {
  name: 'koog',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE }],
  names: [
    { name: /^tool\./, scope: SCOPE, kind: 'tool' },
    { name: /^node\./, scope: SCOPE, kind: 'other' },
    { name: /^run\./, scope: SCOPE, kind: 'agent' },
    { name: /^llm\./, scope: SCOPE, kind: 'model' },
  ],
  ownFields: {
    args: ['gen_ai.tool.call.arguments', 'input.value'],
    result: ['gen_ai.tool.call.result', 'output.value'],
  },
  resultEnvelopes: [quotedText, textBlocks],
  readOdd: readEvents,
  toolFromName: /^tool\.(.+)$/,
};
