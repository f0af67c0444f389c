import type { Dialect } from './dialect.ts';
import { requestArguments } from './envelopes.ts';

/** Gemini CLI: in spans the tool's request and response stand where others put messages; log records have words of their own. */
export const geminiCli: Dialect = {
  name: 'gemini-cli',
  kinds: [
    {
      attribute: 'gen_ai.operation.name',
      values: {
        tool_call: 'tool',
        llm_call: 'model',
        user_prompt: 'agent',
        agent_call: 'agent',
        schedule_tool_calls: 'other',
      },
    },
  ],
  names: [
    { name: /^gemini_cli\.tool_call$/, kind: 'tool' },
    { name: /^gemini_cli\.api_response$/, kind: 'model' },
    { name: /^gemini_cli\.user_prompt$/, kind: 'other' },
  ],
  ownFields: {
    tool: ['gen_ai.tool.name', 'function_name'],
    args: ['gen_ai.input.messages', 'function_args'],
    result: ['gen_ai.output.messages'],
    model: ['model'],
    inputTokens: ['input_token_count'],
    outputTokens: ['output_token_count'],
    cachedInputTokens: ['cached_content_token_count'],
    session: ['session.id'],
    user: ['user.email'],
    errorType: ['error_type'],
    errorMessage: ['error'],
  },
  argumentEnvelopes: [requestArguments],
};
