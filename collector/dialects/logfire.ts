import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { OPERATIONS } from './genai.ts';

const SCOPE = /^logfire/;

/** OpenAI Agents and OpenAI's client bridged by Logfire: spans bear templates for names, and what fills them is an attribute. */
export const logfire: Dialect = {
  name: 'logfire',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE }],
  names: [
    { name: /^Function: /, kind: 'tool' },
    { name: /^Agent run: /, kind: 'agent' },
    { name: /^Turn /, scope: SCOPE, kind: 'step' },
    { name: /^OpenAI Agents trace: /, scope: SCOPE, kind: 'other' },
  ],
  ownFields: {
    tool: ['name'],
    args: ['input'],
    result: ['output'],
    asked: [
      { attribute: 'response', member: 'output' },
      { attribute: 'response_data', member: 'message' },
    ],
    fedBack: ['raw_input', { attribute: 'request_data', member: 'messages' }],
    cachedInputTokens: [{ attribute: 'usage', member: 'input_tokens_details.cached_tokens' }],
    session: ['gen_ai.conversation.id', 'group_id'],
    agent: ['agent_name'],
    errorMessage: ['error'],
  },
  errorFlags: [{ attribute: 'logfire.level_num', values: ['17', '18', '21'] }],
  readOdd: readAgent,
  toolFromName: /^Function: (.+)$/,
  agentFromName: /^Agent run: (.+)$/,
};

function readAgent({ attributes }: WireSpan, kind: SpanKind): FieldValues {
  return kind === 'agent' ? { agent: attributes.get('name') ?? null } : {};
}
