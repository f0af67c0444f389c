import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import { argsAndKwargs, toolOutput } from './envelopes.ts';

const SCOPE = /^llamaindex\.opentelemetry/;
const CALL = 'AgentToolCallEvent';

/** LlamaIndex's own spans: named by method and a random id; what a call was stands in an event of its class. */
export const llamaindex: Dialect = {
  name: 'llamaindex',
  names: [
    { name: /^[\w.]*Tool\.a?call-[\da-f-]{36}$/, scope: SCOPE, kind: 'tool' },
    {
      name: /^[\w.]*(AgentWorkflow|FunctionAgent|ReActAgent)\.run-[\da-f-]{36}$/,
      scope: SCOPE,
      kind: 'agent',
    },
    { name: /./, scope: SCOPE, kind: 'other' },
  ],
  kindFromContent,
  readOdd: readCall,
  argumentEnvelopes: [argsAndKwargs],
  resultEnvelopes: [toolOutput],
};

function kindFromContent({ events }: WireSpan): SpanKind | null {
  return events.some(({ name }) => name === CALL) ? 'tool' : null;
}

function readCall({ events }: WireSpan, kind: SpanKind): FieldValues {
  const call = events.find(({ name }) => name === CALL)?.attributes;
  if (kind !== 'tool' || call === undefined) return {};
  return {
    tool: call.get('tool.name') ?? call.get('tool_name') ?? null,
    args: call.get('arguments') ?? null,
    callId: call.get('tool_id') ?? null,
  };
}
