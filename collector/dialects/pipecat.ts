import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';

const SCOPE = /^pipecat/;

/** Pipecat: a conversation holds turns; a function call and what came of it may be two spans, of which the call counts. */
export const pipecat: Dialect = {
  name: 'pipecat',
  kinds: [
    {
      attribute: 'gen_ai.operation.name',
      values: { llm_tool_call: 'tool', tool_call: 'tool', llm_tool_result: 'other' },
      whenHas: 'tool.function_name',
    },
    { attribute: 'gen_ai.operation.name', values: { chat: 'model' }, scope: SCOPE },
  ],
  names: [
    { name: /^turn$/, scope: SCOPE, kind: 'agent' },
    { name: /^(conversation|stt|tts)/, scope: SCOPE, kind: 'other' },
  ],
  present: [{ has: ['tool.function_name'], kind: 'tool' }],
  fields: { tool: ['tool.function_name'] },
  ownFields: {
    callId: ['tool.call_id'],
    args: ['tool.arguments'],
    result: ['tool.result'],
    asked: ['output'],
    fedBack: ['input'],
    session: ['conversation.id'],
    user: ['user_id'],
  },
  errorFlags: [{ attribute: 'tool.result_status', values: ['error', 'failed'] }],
  resultEnvelopes: [quotedText, textBlocks],
};
