import type { Dialect } from './dialect.ts';
import { requestArguments } from './envelopes.ts';

/** Gemini CLI: the tool's request and response stand where others put messages. */
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
  ownFields: { args: ['gen_ai.input.messages'], result: ['gen_ai.output.messages'] },
  argumentEnvelopes: [requestArguments],
};
