import { objectOf, parseJson } from '../decode/parse-json.ts';
import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { Dialect, FieldSources, FieldValues, Layer, SpanKind } from './dialect.ts';
import {
  agnoResult,
  argsAndKwargs,
  langchainInput,
  mcpClientResult,
  mcpResult,
  onlyMember,
  quotedText,
  textBlocks,
  toolMessage,
  toolNameAndArguments,
  toolOutput,
} from './envelopes.ts';
import { OPERATIONS } from './genai.ts';
import { memberAt } from './read-fields.ts';

const SCOPE = /^@traceloop\/|^opentelemetry\.instrumentation\.(openai|anthropic|langchain)$/;
const RESPONSES_SCOPE = /instrumentation[-.]openai$/;
const ONE_TEXT = '[{"role":"user","parts":[{"type":"text","content":"[{';
const PROPERTIES = 'traceloop.association.properties.';
const SESSION_NAMES = [
  'session_id',
  'sessionId',
  'conversation_id',
  'conversationId',
  'thread_id',
  'threadId',
  'chat_id',
  'chatId',
];

/** A chain's output that is one LangChain AIMessage, plain or as an update of the graph's state. */
const ANSWERS = [
  { prefix: '{"lc":1,', path: '' },
  {
    prefix: '{"output":[{"lg_name":"Command","update":{"messages":[{"lc":1,',
    path: 'output.0.update.messages.0.',
  },
];
const AI_MESSAGE = '"type":"constructor","id":["langchain_core","messages","AIMessage';

const answer = (member: string) =>
  ANSWERS.map(({ path }) => ({ attribute: 'traceloop.entity.output', member: path + member }));

/** Such an output says more than the chat span inside of the chain. */
const ANSWER: FieldSources = {
  asked: ['traceloop.entity.output'],
  fedBack: ['traceloop.entity.input'],
  model: answer('kwargs.response_metadata.model_name'),
  inputTokens: answer('kwargs.usage_metadata.input_tokens'),
  outputTokens: answer('kwargs.usage_metadata.output_tokens'),
  cachedInputTokens: answer('kwargs.usage_metadata.input_token_details.cache_read'),
  finishReason: answer('kwargs.response_metadata.finish_reason'),
  // LlamaIndex: the name of its workflow's class says less.
  agent: [{ attribute: 'traceloop.entity.output', member: 'result.current_agent_name' }],
};

/** OpenLLMetry for Python and JavaScript: decorators, LangChain, MCP, and the flattened messages of older releases. */
export const traceloop: Dialect = {
  name: 'traceloop',
  kinds: [
    // LangChain: every chain is a workflow, and a tool is a task.
    {
      attribute: 'gen_ai.operation.name',
      values: { execute_tool: 'tool', workflow: 'other', chat: 'model' },
      whenHas: 'traceloop.span.kind',
    },
    {
      attribute: 'traceloop.span.kind',
      values: { tool: 'tool', agent: 'agent', workflow: 'agent', task: 'other', session: 'other' },
    },
    { attribute: 'gen_ai.operation.name', values: OPERATIONS, scope: SCOPE },
    { attribute: 'llm.request.type', values: { chat: 'model', completion: 'model' } },
  ],
  // Older releases wrote no more than the name for OpenAI's Responses interface.
  names: [
    {
      name: /^\w+\.(?:chat|completion|response)$/,
      scope: /^opentelemetry\.instrumentation\./,
      kind: 'model',
    },
  ],
  fields: {
    session: SESSION_NAMES.map((name) => PROPERTIES + name),
    user: ['user_id', 'userId', 'customer_id'].map((name) => PROPERTIES + name),
    agentVersion: ['traceloop.entity.version'],
    finishReason: ['gen_ai.completion.0.finish_reason'],
  },
  ownFields: {
    tool: ['gen_ai.tool.name', 'tool.name', 'traceloop.entity.name'],
    args: ['gen_ai.tool.call.arguments', 'tool.arguments', 'traceloop.entity.input'],
    result: ['gen_ai.tool.call.result', 'traceloop.entity.output'],
    ...ANSWER,
  },
  kindFromContent,
  // In JavaScript Anthropic's own counting is passed on; in Python the cached tokens are added first.
  isCacheBesideInput: ({ scope }) => scope.startsWith('@') && scope.includes('anthropic'),
  flattened: { asked: ['gen_ai.completion.'], fedBack: ['gen_ai.prompt.'] },
  errorFlags: [{ attribute: 'gen_ai.task.status', values: ['failure'] }],
  argumentEnvelopes: [langchainInput, toolNameAndArguments, argsAndKwargs],
  resultEnvelopes: [
    agnoResult,
    toolMessage,
    mcpClientResult,
    mcpResult,
    toolOutput,
    onlyMember('output'),
    quotedText,
    textBlocks,
  ],
  readOdd,
  // A class name says less than the name inside of the result.
  weakToolName: /^(Dynamic)?StructuredTool$|^Tool$/,
  agentFromName: /^(.+?)(?:\.(?:agent|workflow))?$/,
  layer: layerOf,
};

function kindFromContent({ attributes }: WireSpan): SpanKind | null {
  // LlamaIndex: the step of its workflow that calls a tool.
  if (attributes.has('tool.name') && attributes.has('tool.arguments')) return 'tool';
  if (attributes.get('gen_ai.operation.name') !== 'workflow') return null;
  const output = attributes.get('traceloop.entity.output');
  if (typeof output !== 'string') return null;
  return ANSWERS.some(({ prefix }) => output.startsWith(prefix + AI_MESSAGE)) ? 'model' : null;
}

function readOdd(span: WireSpan, kind: SpanKind): FieldValues {
  if (kind === 'agent') return readMetadata(span);
  return kind === 'model' ? { ...readAnswerer(span), ...readResponsesInput(span) } : {};
}

/** LangChain: the metadata of a run, before they were made into properties. */
function readMetadata({ attributes }: WireSpan): FieldValues {
  const input = attributes.get('traceloop.entity.input');
  if (typeof input !== 'string' || !input.startsWith('{"inputs": ')) return {};
  const metadata = memberAt(input, 'metadata');
  const first = (...members: string[]): WireValue =>
    members.map((member) => memberAt(metadata, member)).find((value) => value !== null) ?? null;
  return { session: first(...SESSION_NAMES), user: first('user_id', 'userId') };
}

/** LangGraph: an answer bears its agent's name, which without a workflow around stands nowhere else. */
function readAnswerer({ attributes }: WireSpan): FieldValues {
  if (attributes.get('gen_ai.operation.name') !== 'workflow') return {};
  const output = objectOf(attributes.get('traceloop.entity.output') ?? null);
  const agent = answer('kwargs.name')
    .map(({ member }) => memberAt(output, member))
    .find((name) => typeof name === 'string');
  return agent === undefined ? {} : { agent };
}

/** OpenAI's Responses interface: the whole input stands as JSON in the text of one user message. */
function readResponsesInput({ scope, attributes }: WireSpan): FieldValues {
  if (!RESPONSES_SCOPE.test(scope)) return {};
  const text = attributes.get('gen_ai.input.messages');
  if (typeof text !== 'string' || !text.startsWith(ONE_TEXT)) return {};
  const parsed = parseJson(text);
  const message = Array.isArray(parsed) && parsed.length === 1 ? objectOf(parsed[0]) : {};
  const parts = message['parts'];
  const [part, ...others] = Array.isArray(parts) ? parts : [];
  const input = others.length === 0 ? (objectOf(part)['content'] ?? null) : null;
  return typeof input === 'string' ? { fedBack: input } : {};
}

function layerOf({ scope, attributes }: WireSpan, kind: SpanKind): Layer {
  if (kind === 'tool') return scope.includes('mcp') ? 'protocol' : 'framework';
  return attributes.get('gen_ai.operation.name') === 'workflow' ? 'framework' : '';
}
