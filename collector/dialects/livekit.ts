import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks } from './envelopes.ts';

const SCOPE = /^livekit/;

/** LiveKit Agents: a turn is `agent_turn`, in a session span that lasts as long as the room. */
export const livekit: Dialect = {
  name: 'livekit',
  names: [
    { name: /^function_tool$/, kind: 'tool' },
    { name: /^agent_turn$/, scope: SCOPE, kind: 'agent' },
    { name: /^llm_request$/, scope: SCOPE, kind: 'model' },
    {
      name: /^(agent_session|llm_node|llm_request_run|user_turn|tts_node|stt_node)$/,
      scope: SCOPE,
      kind: 'other',
    },
  ],
  fields: {
    tool: ['lk.function_tool.name'],
    callId: ['lk.function_tool.id'],
    args: ['lk.function_tool.arguments', 'lk.pii.function_tool.arguments'],
    result: ['lk.function_tool.output', 'lk.pii.function_tool.output'],
    session: ['lk.job_id', 'lk.room_id', 'lk.room_sid', 'lk.room_name', 'lk.pii.room_name'],
    user: ['lk.participant_identity', 'lk.pii.participant_identity'],
    agent: ['lk.agent_name', 'lk.agent_label'],
  },
  errorFlags: [{ attribute: 'lk.function_tool.is_error', values: ['true'] }],
  resultEnvelopes: [quotedText, textBlocks],
};
