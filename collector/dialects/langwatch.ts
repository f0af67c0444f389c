import type { Dialect } from './dialect.ts';
import { quotedText, textBlocks, typedValue } from './envelopes.ts';

/** LangWatch SDKs: inputs and outputs are `{type, value}`. */
export const langwatch: Dialect = {
  name: 'langwatch',
  kinds: [
    {
      attribute: 'langwatch.span.type',
      values: {
        tool: 'tool',
        llm: 'model',
        agent: 'agent',
        chain: 'other',
        rag: 'other',
        span: 'other',
      },
    },
  ],
  fields: {
    session: ['langwatch.thread.id', 'thread_id'],
    user: ['langwatch.user.id', 'user_id'],
  },
  ownFields: {
    args: ['langwatch.input'],
    result: ['langwatch.output'],
    asked: ['langwatch.output'],
    fedBack: ['langwatch.input'],
  },
  argumentEnvelopes: [(text) => typedValue(text)?.text ?? null],
  resultEnvelopes: [typedValue, quotedText, textBlocks],
  toolFromName: /^(.+)$/,
  agentFromName: /^(.+)$/,
};
