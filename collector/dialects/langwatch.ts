import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, SpanKind } from './dialect.ts';
import { quotedText, textBlocks, typedValue } from './envelopes.ts';

const AGENT_OF_CHAIN = 'langwatch.langgraph.lc_agent_name';

/** LangWatch SDKs: inputs and outputs are `{type, value}`. */
export const langwatch: Dialect = {
  name: 'langwatch',
  kinds: [
    // What it calls a trace: the turn, under the name that the program gave it.
    { attribute: 'langwatch.span.type', values: { span: 'agent' }, whenRoot: true },
    {
      attribute: 'langwatch.span.type',
      values: {
        tool: 'tool',
        llm: 'model',
        agent: 'agent',
        workflow: 'agent',
        chain: 'other',
        rag: 'other',
        span: 'other',
      },
    },
  ],
  fields: {
    session: ['langwatch.thread.id', 'thread_id'],
    user: ['langwatch.user.id', 'user_id'],
    agent: [AGENT_OF_CHAIN],
    inputTokens: [{ attribute: 'langwatch.metrics', member: 'value.promptTokens' }],
    outputTokens: [{ attribute: 'langwatch.metrics', member: 'value.completionTokens' }],
  },
  ownFields: {
    args: ['langwatch.input'],
    result: ['langwatch.output'],
    asked: ['langwatch.output'],
    fedBack: ['langwatch.input'],
  },
  kindFromContent,
  layer: (span, kind) => (kind === 'tool' || isChain(span) ? 'framework' : ''),
  argumentEnvelopes: [(text) => typedValue(text)?.text ?? null],
  resultEnvelopes: [typedValue, quotedText, textBlocks],
  toolFromName: /^(.+)$/,
  agentFromName: /^(.+)$/,
};

const isChain = ({ attributes }: WireSpan): boolean =>
  attributes.get('langwatch.span.type') === 'chain';

/**
 * LangGraph's agent is a chain that bears the agent's name. The client's own span leaves calls and ids out: the node
 * around it has the whole answer.
 */
function kindFromContent(span: WireSpan): SpanKind | null {
  const { name, attributes } = span;
  if (!isChain(span)) return null;
  if (attributes.get(AGENT_OF_CHAIN) === name) return 'agent';
  const output = attributes.get('langwatch.output');
  const isNode = attributes.get('langwatch.langgraph.langgraph_node') === name;
  if (!isNode || typeof output !== 'string') return null;
  return /"AIMessage(?:Chunk)?"/.test(output) && !output.includes('"ToolMessage"') ? 'model' : null;
}
