import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import {
  argsAndKwargs,
  mcpResult,
  nameAndArguments,
  singleInput,
  textBlocks,
  toolMessage,
  toolOutput,
} from './envelopes.ts';

/** OpenInference: one vocabulary, written by some thirty instrumentations, each with its own shapes in `input.value`. */
export const openinference: Dialect = {
  name: 'openinference',
  kinds: [
    // LangGraph has no span of kind AGENT: the agent is the root of its chains.
    {
      attribute: 'openinference.span.kind',
      values: { chain: 'agent' },
      scope: /langchain/,
      whenRoot: true,
    },
    {
      attribute: 'openinference.span.kind',
      values: { tool: 'tool', llm: 'model', agent: 'agent', chain: 'other', retriever: 'other' },
    },
  ],
  fields: {
    tool: ['tool.name'],
    callId: ['tool_call.id', 'tool.id', 'tool.call_id'],
    model: ['llm.response.model_name', 'llm.model_name', 'llm.request.model_name'],
    inputTokens: ['llm.token_count.prompt', 'llm.usage.prompt_tokens'],
    outputTokens: ['llm.token_count.completion', 'llm.usage.completion_tokens'],
    cachedInputTokens: ['llm.token_count.prompt_details.cache_read'],
    finishReason: ['llm.finish_reason'],
    session: [
      'session.id',
      { attribute: 'metadata', member: 'session_id' },
      { attribute: 'metadata', member: 'conversation_id' },
      { attribute: 'metadata', member: 'thread_id' },
    ],
    user: [{ attribute: 'metadata', member: 'user_id' }],
    agent: [
      'agent.name',
      { attribute: 'metadata', member: 'lc_agent_name' },
      { attribute: 'metadata', member: 'agent_name' },
    ],
  },
  ownFields: {
    args: ['input.value'],
    result: ['output.value'],
    asked: ['output.value'],
    fedBack: ['input.value'],
    agent: ['graph.node.name'],
  },
  flattened: { asked: ['llm.output_messages.'], fedBack: ['llm.input_messages.'] },
  notTools: [{ attribute: 'tool.name', values: ['List Tools', 'list_tools'] }],
  argumentEnvelopes: [argsAndKwargs, nameAndArguments, singleInput],
  resultEnvelopes: [toolMessage, toolOutput, mcpResult, textBlocks],
  kindFromContent,
  readOdd: readParameters,
  // The tools that end a run: of smolagents, of DSPy.
  outputFunctions: ['final_answer', 'finish'],
  // DSPy: the method of the tool's object.
  toolFromName: /^(.+)\.__a?call__$/,
  agentFromName: /^(.+?)(?:\.(?:run|arun|invoke|ainvoke|execute))?$/,
};

function kindFromContent({ name, attributes }: WireSpan): SpanKind | null {
  // LlamaIndex: what only gets a model call ready calls itself one.
  if (name.endsWith('._prepare_chat_with_tools')) return 'other';
  // LangChain: a tool with "agent" in its name calls itself an agent.
  const kind = attributes.get('openinference.span.kind');
  return kind === 'AGENT' && attributes.has('tool.name') ? 'tool' : null;
}

/** `tool.parameters` holds the arguments in some instrumentations and the JSON schema in others. */
function readParameters(span: WireSpan, kind: SpanKind): FieldValues {
  const parameters = span.attributes.get('tool.parameters');
  if (kind !== 'tool' || parameters === undefined || looksLikeSchema(parameters)) return {};
  return { args: parameters };
}

function looksLikeSchema(value: unknown): boolean {
  const parsed = typeof value === 'string' ? parse(value) : value;
  if (typeof parsed !== 'object' || parsed === null) return false;
  if ('properties' in parsed || ('type' in parsed && parsed.type === 'object')) return true;
  const members = Object.values(parsed);
  return members.length > 0 && members.every(describesParameter);
}

function describesParameter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && 'description' in value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
