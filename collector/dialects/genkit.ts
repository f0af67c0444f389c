import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { quotedText } from './envelopes.ts';

const CONTEXT = 'genkit:metadata:context';
const OUTPUT = 'genkit:output';

/** Genkit: model, usage and session stand inside JSON attributes, and generate spans nest once per step. */
export const genkit: Dialect = {
  name: 'genkit',
  kinds: [
    {
      attribute: 'genkit:metadata:subtype',
      values: { tool: 'tool', 'tool.v2': 'tool', model: 'model', flow: 'agent', prompt: 'other' },
    },
    { attribute: 'genkit:type', values: { flow: 'agent', util: 'step' } },
  ],
  fields: {
    session: [
      { attribute: CONTEXT, member: 'sessionId' },
      { attribute: CONTEXT, member: 'threadId' },
    ],
    user: [{ attribute: CONTEXT, member: 'userId' }],
  },
  ownFields: {
    tool: ['genkit:name'],
    args: ['genkit:input'],
    result: [OUTPUT],
    inputTokens: [{ attribute: OUTPUT, member: 'usage.inputTokens' }],
    outputTokens: [{ attribute: OUTPUT, member: 'usage.outputTokens' }],
    cachedInputTokens: [{ attribute: OUTPUT, member: 'usage.cachedContentTokens' }],
    finishReason: [{ attribute: OUTPUT, member: 'finishReason' }],
    asked: [{ attribute: OUTPUT, member: 'message' }],
    fedBack: [{ attribute: 'genkit:input', member: 'messages' }],
  },
  resultEnvelopes: [quotedText],
  readOdd: readModel,
  agentFromName: /^(.+)$/,
};

/** In front of a model's name stands the plugin's. */
function readModel({ attributes }: WireSpan, kind: SpanKind): FieldValues {
  const name = attributes.get('genkit:name');
  if (kind !== 'model' || typeof name !== 'string') return {};
  return { model: name.slice(name.indexOf('/') + 1) };
}
