import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';

/** opencode's own span of a tool's run, below the Vercel SDK's. */
export const opencode: Dialect = {
  name: 'opencode',
  names: [{ name: /^Tool\.execute$/, kind: 'tool' }],
  ownFields: {
    tool: ['tool.name'],
    callId: ['tool.call_id'],
    args: ['tool.input', 'tool.args'],
    result: ['tool.output', 'tool.result'],
    session: ['session.id'],
  },
  resultEnvelopes: [quotedText, textBlocks],
};
