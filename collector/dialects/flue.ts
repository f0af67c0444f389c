import type { Dialect } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** Flue. */
export const flue: Dialect = {
  name: 'flue',
  present: [
    { has: ['flue.tool.name', 'flue.tool.call_id', 'flue.tool.arguments'], kind: 'tool' },
    { has: ['flue.model.name', 'flue.usage.input_tokens'], kind: 'model' },
    { has: ['flue.agent.name'], hasNone: ['flue.tool.name'], kind: 'agent' },
  ],
  fields: {
    tool: ['flue.tool.name'],
    callId: ['flue.tool.call_id'],
    args: ['flue.tool.arguments'],
    result: ['flue.tool.result'],
    model: ['flue.model.name'],
    inputTokens: ['flue.usage.input_tokens'],
    outputTokens: ['flue.usage.output_tokens'],
    session: ['flue.session.id'],
    agent: ['flue.agent.name'],
    errorMessage: ['flue.tool.error'],
  },
  errorFlags: [{ attribute: 'flue.tool.is_error', values: ['true'] }],
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
};
