import type { Dialect } from './dialect.ts';
import {
  argsAndKwargs,
  onlyMember,
  quotedText,
  singleInput,
  textBlocks,
  toolMessage,
} from './envelopes.ts';

const metadata = (...names: readonly string[]): string[] =>
  names.map((name) => `langsmith.metadata.${name}`);

/** LangSmith's OpenTelemetry export. `langsmith.trace.session_*` is the project and never a session. */
export const langsmith: Dialect = {
  name: 'langsmith',
  kinds: [
    {
      attribute: 'langsmith.span.kind',
      values: { chain: 'agent' },
      whenRoot: true,
    },
    {
      attribute: 'langsmith.span.kind',
      values: { tool: 'tool', llm: 'model', chain: 'other', retriever: 'other', prompt: 'other' },
    },
  ],
  fields: {
    model: ['langsmith.metadata.ls_model_name'],
    session: metadata('thread_id', 'session_id', 'conversation_id'),
    user: metadata('user_id'),
    agent: metadata('agent_name', 'lc_agent_name'),
    agentVersion: metadata('revision_id'),
  },
  ownFields: {
    cachedInputTokens: [
      { attribute: 'gen_ai.usage.input_token_details', member: 'cache_read' },
      { attribute: 'langsmith.metadata.usage_metadata', member: 'input_token_details.cache_read' },
    ],
    args: ['gen_ai.tool.call.arguments', 'gen_ai.prompt'],
    result: ['gen_ai.tool.call.result', 'gen_ai.completion'],
    asked: ['gen_ai.completion'],
    fedBack: ['gen_ai.prompt'],
    tool: ['gen_ai.tool.name', 'langsmith.trace.name'],
  },
  argumentEnvelopes: [singleInput, argsAndKwargs],
  resultEnvelopes: [
    onlyMember('outputs'),
    toolMessage,
    onlyMember('output'),
    quotedText,
    textBlocks,
  ],
  toolFromName: /^(.+)$/,
  agentFromName: /^(.+)$/,
};
