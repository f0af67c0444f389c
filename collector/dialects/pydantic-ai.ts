import type { Dialect } from './dialect.ts';
import { quotedText } from './envelopes.ts';
import { OPERATIONS } from './genai.ts';
import { readEvents } from './genai-events.ts';

const SCOPE = /^pydantic-ai/;

/** pydantic-ai: GenAI spans from format 3 on, `running tool` before, and messages as events in the first. */
export const pydanticAi: Dialect = {
  name: 'pydantic-ai',
  kinds: [{ attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE }],
  names: [
    { name: /^running tool(: |$)/, kind: 'tool' },
    { name: /^agent run( |$)/, scope: SCOPE, kind: 'agent' },
  ],
  notTools: [{ attribute: 'logfire.span_type', values: ['pending_span'] }],
  fields: { args: ['tool_arguments'], result: ['tool_response'] },
  ownFields: { agent: ['gen_ai.agent.name', 'agent_name'], model: ['model_name'] },
  resultEnvelopes: [quotedText],
  outputFunctions: ['final_result'],
  readOdd: readEvents,
  toolFromName: /^(?:execute_tool |running tool: )(.+)$/,
};
