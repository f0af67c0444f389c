import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { Dialect, FieldValues, SpanKind } from './dialect.ts';
import {
  argsAndKwargs,
  functionMessage,
  inputAndOptions,
  mcpResult,
  nameAndArguments,
  printedToolMessage,
  singleInput,
  textBlocks,
  toolMessage,
  toolOutput,
} from './envelopes.ts';
import { readAgno } from './openinference-agno.ts';
import { isCacheBesidePrompt, readUntoldUsage } from './openinference-usage.ts';
import { memberAt } from './read-fields.ts';

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
    totalTokens: ['llm.token_count.total'],
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
      'agno.agent',
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
  argumentEnvelopes: [argsAndKwargs, nameAndArguments, inputAndOptions, singleInput],
  resultEnvelopes: [
    toolMessage,
    printedToolMessage,
    toolOutput,
    functionMessage,
    mcpResult,
    textBlocks,
  ],
  kindFromContent,
  isCacheBesideInput: isCacheBesidePrompt,
  // Claude Agent SDK: the model is called by another program.
  countsOnAgent: ({ scope }) => /claude[-_]agent/.test(scope),
  readOdd,
  layer: (span, kind) => (kind === 'tool' || isReply(span) ? 'framework' : ''),
  // The tools that end a run: of smolagents, of DSPy.
  outputFunctions: ['final_answer', 'finish'],
  // Its decorators for Python: the class or the function that the tool was defined in stands before it.
  ownToolName: /^(?:.*<locals>\.|[A-Z]\w*\.)(\w+)$/,
  // DSPy: the method of the tool's object.
  toolFromName: /^(.+)\.__a?call__$/,
  agentFromName:
    /^(.+?)(?:\.(?:a?run(?:_stream)?|a?invoke|query|execute|_execute_core|on_messages(?:_stream)?))?$/,
};

function kindFromContent({ name, scope, parentSpanId, attributes }: WireSpan): SpanKind | null {
  // LlamaIndex: what only gets a model call ready calls itself one.
  if (name.endsWith('._prepare_chat_with_tools')) return 'other';
  if (isReply({ name, scope })) return kindOfReply(attributes.get('output.value'));
  // BeeAI: the news that a tool failed calls itself one.
  if (scope.endsWith('.beeai') && name === 'error') return 'other';
  if (attributes.get('openinference.span.kind') !== 'AGENT') return null;
  // LangChain: whatever has "agent" in its name calls itself an agent, tools and LangGraph's own node for the model too.
  if (attributes.has('tool.name')) return 'tool';
  const isNode = name === 'agent' && parentSpanId !== '' && scope.includes('langchain');
  return isNode ? 'other' : null;
}

/** AG2: what an agent says to another is what its model answers, or what its tools did. */
const isReply = ({ name, scope }: Pick<WireSpan, 'name' | 'scope'>): boolean =>
  name.endsWith('.generate_reply') && /\.(?:ag2|autogen)$/.test(scope);

function kindOfReply(output: WireValue | undefined): SpanKind {
  if (output === undefined || output === null) return 'other';
  return memberAt(output, 'tool_responses') === null ? 'model' : 'step';
}

function readOdd(span: WireSpan, kind: SpanKind): FieldValues {
  if (kind === 'tool') return readParameters(span);
  return {
    ...(kind === 'model' ? readAnswer(span) : readWorkflowStep(span)),
    ...readAgno(span, kind),
  };
}

const MODEL_OF_ANSWER = 'generations.0.0.message.kwargs.response_metadata.model_name';

/** What only the answer tells, where it stands as the client had it: the model that LangChain's class does not name, and tokens. */
function readAnswer(span: WireSpan): FieldValues {
  const { scope, attributes } = span;
  const isNamed = !scope.includes('langchain') || attributes.has('llm.model_name');
  return {
    ...(isNamed
      ? {}
      : { model: memberAt(attributes.get('output.value') ?? null, MODEL_OF_ANSWER) }),
    ...readUntoldUsage(span),
  };
}

const WORKING_AGENT = /current_agent_name='([^']{1,200})'/;

/** LlamaIndex: whose step of a workflow it is stands in what Python prints of the step's event. */
function readWorkflowStep({ name, attributes }: WireSpan): FieldValues {
  if (!name.endsWith('.run_agent_step')) return {};
  const input = attributes.get('input.value');
  const agent = typeof input === 'string' ? WORKING_AGENT.exec(input)?.[1] : undefined;
  return agent === undefined ? {} : { agent };
}

/** `tool.parameters` holds the arguments in some instrumentations and the JSON schema in others. */
function readParameters({ attributes }: WireSpan): FieldValues {
  const parameters = attributes.get('tool.parameters');
  return parameters === undefined || looksLikeSchema(parameters) ? {} : { args: parameters };
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
