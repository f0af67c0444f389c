import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';
import { readEvents } from './genai-events.ts';

const SCOPE = /^strands/;

/** Strands: GenAI names with the content in events, in attributes before 1.0; every span carries its own event times. */
export const strands: Dialect = {
  name: 'strands',
  kinds: [
    {
      attribute: 'gen_ai.operation.name',
      values: OPERATIONS,
      whenHas: 'gen_ai.event.start_time',
    },
  ],
  names: [
    { name: /^execute_(event|agent)_loop_cycle$/, kind: 'step' },
    { name: /^Tool: /, scope: SCOPE, kind: 'tool' },
    { name: /^Model invoke$/, scope: SCOPE, kind: 'model' },
    { name: /^Cycle /, scope: SCOPE, kind: 'step' },
  ],
  present: [{ has: ['agent.tools'], kind: 'agent' }],
  ownFields: {
    tool: ['gen_ai.tool.name', 'tool.name'],
    callId: ['gen_ai.tool.call.id', 'tool.id'],
    args: ['tool.parameters'],
    result: ['tool.result'],
    fedBack: ['gen_ai.prompt'],
  },
  errorFlags: [{ attribute: 'tool.status', values: ['error'] }],
  resultEnvelopes: [textBlocks, quotedText],
  serviceVersionIsFrameworks: true,
  readOdd,
  agentFromName: /^invoke_agent (.+)$/,
};

function readOdd(span: WireSpan, kind: SpanKind): FieldValues {
  const message = span.attributes.get('gen_ai.completion');
  const answer = kind === 'model' && message !== undefined;
  return {
    ...(answer ? { asked: [{ role: 'assistant', message }] } : {}),
    ...readEvents(span, kind),
  };
}
