import type { Dialect } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** Spring AI's observations: its own kinds beside `gen_ai.operation.name=framework`; a chat client's call is the turn. */
export const springAi: Dialect = {
  name: 'spring-ai',
  kinds: [
    {
      attribute: 'spring.ai.kind',
      values: { tool_call: 'tool', chat_client: 'agent', advisor: 'other', vector_store: 'other' },
    },
  ],
  fields: {
    tool: ['spring.ai.tool.definition.name'],
    callId: ['spring.ai.tool.call.id'],
    args: ['spring.ai.tool.call.arguments'],
    result: ['spring.ai.tool.call.result'],
    asked: ['spring.ai.model.response.messages'],
    fedBack: ['spring.ai.model.request.messages'],
    session: ['spring.ai.chat.client.conversation.id'],
  },
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
  toolFromName: /^(?:tool_call|execute_tool)[ _](.+)$/,
};
