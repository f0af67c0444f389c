import type { Dialect } from './dialect.ts';

const SCOPE = /^codex/;

/** Codex CLI: calls and token counts are log records; of its many spans only turn and model call are of use. */
export const codex: Dialect = {
  name: 'codex',
  names: [
    { name: /^codex\.tool_result$/, kind: 'tool' },
    { name: /^codex\.sse_event$/, kind: 'model' },
    { name: /^codex\.user_prompt$/, kind: 'other' },
    { name: /^session_task\.turn$/, scope: SCOPE, kind: 'agent' },
    { name: /^handle_responses$/, scope: SCOPE, kind: 'model' },
  ],
  ownFields: {
    tool: ['tool_name'],
    callId: ['call_id'],
    args: ['arguments'],
    result: ['output'],
    model: ['gen_ai.response.model', 'gen_ai.request.model', 'model'],
    inputTokens: [
      'gen_ai.usage.input_tokens',
      'codex.turn.token_usage.input_tokens',
      'input_token_count',
    ],
    outputTokens: [
      'gen_ai.usage.output_tokens',
      'codex.turn.token_usage.output_tokens',
      'output_token_count',
    ],
    cachedInputTokens: [
      'gen_ai.usage.cache_read.input_tokens',
      'codex.turn.token_usage.cached_input_tokens',
      'cached_token_count',
    ],
    session: ['conversation.id'],
    user: ['user.account_id', 'user.email'],
    agentVersion: ['app.version'],
    errorMessage: ['error.message'],
  },
};
