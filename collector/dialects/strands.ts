import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';
import { readEvents } from './genai-events.ts';

/** Strands: GenAI names with the content in events; every span carries its own event times. */
export const strands: Dialect = {
  name: 'strands',
  kinds: [
    {
      attribute: 'gen_ai.operation.name',
      values: OPERATIONS,
      whenHas: 'gen_ai.event.start_time',
    },
  ],
  names: [{ name: /^execute_(event|agent)_loop_cycle$/, kind: 'step' }],
  resultEnvelopes: [textBlocks, quotedText],
  serviceVersionIsFrameworks: true,
  readOdd: readEvents,
  agentFromName: /^invoke_agent (.+)$/,
};
