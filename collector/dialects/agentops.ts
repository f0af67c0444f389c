import type { Dialect } from './dialect.ts';
import { argsAndKwargs, quotedText } from './envelopes.ts';

/** AgentOps: its decorators, and the clients that it instruments. */
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
    // Of clients; what a model asks for stands in the next input, and beside it in spans `tool_call.<name>`.
    { attribute: 'gen_ai.request.type', values: { chat: 'model', completion: 'model' } },
  ],
  ownFields: {
    tool: ['tool.name', 'operation.name'],
    args: ['agentops.tool.input', 'tool.arguments', 'tool.parameters'],
    result: ['agentops.tool.output', 'tool.result'],
  },
  errorFlags: [{ attribute: 'tool.status', values: ['error', 'failed'] }],
  argumentEnvelopes: [argsAndKwargs],
  resultEnvelopes: [quotedText],
  flattened: { asked: ['gen_ai.completion.'], fedBack: ['gen_ai.prompt.'] },
  toolFromName: /^(.+?)(?:\.tool)?$/,
  agentFromName: /^(.+?)(?:\.(?:agent|session))?$/,
};
