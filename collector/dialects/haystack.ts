import type { Dialect } from './dialect.ts';
import { quotedText } from './envelopes.ts';

/** Haystack's own tracing. */
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
  resultEnvelopes: [quotedText],
};
