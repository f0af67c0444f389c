import type { Dialect } from './dialect.ts';
import { quotedText } from './envelopes.ts';

const USAGE = 'mlflow.chat.tokenUsage';

/** MLflow: every value is a JSON text, the span's type included. */
export const mlflow: Dialect = {
  name: 'mlflow',
  kinds: [
    {
      attribute: 'mlflow.spanType',
      values: {
        '"TOOL"': 'tool',
        TOOL: 'tool',
        '"LLM"': 'model',
        LLM: 'model',
        '"CHAT_MODEL"': 'model',
        CHAT_MODEL: 'model',
        '"AGENT"': 'agent',
        AGENT: 'agent',
        '"CHAIN"': 'other',
        CHAIN: 'other',
        '"RETRIEVER"': 'other',
      },
    },
  ],
  fields: { session: ['mlflow.trace.session'], user: ['mlflow.trace.user'] },
  ownFields: {
    args: ['mlflow.spanInputs'],
    result: ['mlflow.spanOutputs'],
    asked: ['mlflow.spanOutputs'],
    fedBack: ['mlflow.spanInputs'],
    model: ['mlflow.llm.model'],
    inputTokens: [{ attribute: USAGE, member: 'input_tokens' }],
    outputTokens: [{ attribute: USAGE, member: 'output_tokens' }],
    cachedInputTokens: [{ attribute: USAGE, member: 'cache_read_input_tokens' }],
  },
  resultEnvelopes: [quotedText],
  toolFromName: /^(.+)$/,
  agentFromName: /^(.+)$/,
};
