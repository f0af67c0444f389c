import type { Dialect } from './dialect.ts';
import { argsAndKwargs, quotedText } from './envelopes.ts';

/** AgentOps decorators. */
export const agentops: Dialect = {
  name: 'agentops',
  kinds: [
    {
      attribute: 'agentops.span.kind',
      values: {
        tool: 'tool',
        llm: 'model',
        agent: 'agent',
        session: 'agent',
        workflow: 'other',
        operation: 'other',
        task: 'other',
      },
    },
  ],
  ownFields: {
    tool: ['tool.name', 'operation.name'],
    args: ['agentops.tool.input', 'tool.arguments', 'tool.parameters'],
    result: ['agentops.tool.output', 'tool.result'],
  },
  errorFlags: [{ attribute: 'tool.status', values: ['error', 'failed'] }],
  argumentEnvelopes: [argsAndKwargs],
  resultEnvelopes: [quotedText],
  toolFromName: /^(.+?)(?:\.tool)?$/,
};
