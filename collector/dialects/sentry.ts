import type { Dialect } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** Sentry's GenAI spans: the operation may carry its namespace, content has names of Sentry's own. */
export const sentry: Dialect = {
  name: 'sentry',
  kinds: [
    {
      attribute: 'sentry.op',
      values: {
        'gen_ai.execute_tool': 'tool',
        'gen_ai.invoke_agent': 'agent',
        'gen_ai.chat': 'model',
        'gen_ai.generate_content': 'model',
        'gen_ai.generate_text': 'model',
        'gen_ai.stream_text': 'model',
        'gen_ai.embeddings': 'other',
        'gen_ai.handoff': 'other',
      },
    },
    { attribute: 'gen_ai.operation.name', values: { 'gen_ai.execute_tool': 'tool' } },
  ],
  ownFields: {
    args: ['gen_ai.tool.call.arguments', 'gen_ai.tool.input'],
    result: ['gen_ai.tool.call.result', 'gen_ai.tool.output'],
    asked: ['gen_ai.output.messages', 'gen_ai.response.tool_calls'],
    fedBack: ['gen_ai.input.messages', 'gen_ai.request.messages'],
  },
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
};
