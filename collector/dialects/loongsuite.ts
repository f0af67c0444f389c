import type { Dialect } from './dialect.ts';
import { mcpResult, quotedText, textBlocks } from './envelopes.ts';

/** LoongSuite, Dify and VeADK: GenAI names with a kind of span, a session and a user that the conventions lack. */
export const loongsuite: Dialect = {
  name: 'loongsuite',
  kinds: [
    {
      attribute: 'gen_ai.span.kind',
      values: { chain: 'agent', workflow: 'agent' },
      whenRoot: true,
    },
    {
      attribute: 'gen_ai.span.kind',
      values: {
        tool: 'tool',
        llm: 'model',
        agent: 'agent',
        step: 'step',
        chain: 'other',
        task: 'other',
        workflow: 'other',
        entry: 'other',
        retriever: 'other',
        reranker: 'other',
        embedding: 'other',
      },
    },
  ],
  fields: { session: ['gen_ai.session.id'], user: ['gen_ai.user.id'] },
  ownFields: {
    args: ['gen_ai.tool.call.arguments', 'input.value'],
    result: ['gen_ai.tool.call.result', 'output.value'],
    asked: ['gen_ai.output.messages', 'gen_ai.completion', 'output.value'],
    fedBack: ['gen_ai.input.messages', 'gen_ai.prompt', 'input.value'],
  },
  resultEnvelopes: [quotedText, mcpResult, textBlocks],
};
