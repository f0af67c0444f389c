import {
  argsAndKwargs,
  langchainInput,
  singleInput,
  toolNameAndArguments,
  type Envelope,
} from './envelope.ts';

/** An attribute that says something, with the values that say it in lower case. */
export type Mark = readonly [attribute: string, ...values: string[]];

/** Operations that are no tool call, whatever other attributes the span carries. */
export const OTHER_OPERATIONS: ReadonlySet<string> = new Set([
  'chat',
  'text_completion',
  'generate_content',
  'embeddings',
  'retrieval',
  'rerank',
  'plan',
  'create_agent',
  'invoke_agent',
  'invoke_workflow',
  'agent_step',
  'model_generation',
  'model_step',
  'orchestrate_tools',
]);

/** A span with one of these is a tool call. In order of trust. */
export const TOOL_MARKS: readonly Mark[] = [
  ['gen_ai.operation.name', 'execute_tool'],
  ['mcp.method.name', 'tools/call'],
  ['ai.operationId', 'ai.toolcall'],
  ['openinference.span.kind', 'tool'],
  ['traceloop.span.kind', 'tool'],
  ['langfuse.observation.type', 'tool'],
  ['genkit:metadata:subtype', 'tool', 'tool.v2'],
];

/** Where the tool's name stands; the span's own name is the last resort. */
export const NAMES = [
  'gen_ai.tool.name',
  'ai.toolCall.name',
  'mcp.tool.name',
  'tool.name',
  'traceloop.entity.name',
  'genkit:name',
] as const;

/** What stands around the tool's name in a span name. */
export const NAME_AFFIXES =
  /^(?:gen_ai\.)?execute_tool |^tools\/call |^tool\.execute |^running tool: |\.(?:tool|run|__a?call__)$/g;

/** Names of classes that stand for any tool, of a listing of tools, and of ADK's merged span. */
export const NO_NAMES: ReadonlySet<string> = new Set([
  'Tool',
  'StructuredTool',
  'DynamicStructuredTool',
  'List Tools',
  'list_tools',
  '(merged tools)',
]);

/** Where the arguments stand, and what may be wrapped around them there. */
export const ARGUMENTS: readonly (readonly [attribute: string, ...envelopes: Envelope[]])[] = [
  ['gen_ai.tool.call.arguments', langchainInput],
  ['ai.toolCall.args'],
  ['ai.toolCall.input'],
  ['mcp.tool.arguments'],
  ['gen_ai.tool.args'],
  ['langfuse.observation.input', argsAndKwargs],
  ['genkit:input'],
  ['traceloop.entity.input', langchainInput, toolNameAndArguments, argsAndKwargs],
  ['input.value', argsAndKwargs, singleInput],
];

/** What senders write where they have no arguments to show. */
export const NO_ARGUMENTS: ReadonlySet<unknown> = new Set([
  'null',
  'None',
  'undefined',
  'N/A',
  'unknown',
  '<not specified>',
]);

export const RESULTS = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'anthropic.tool_result.content',
  'mcp.tool.result',
  'langfuse.observation.output',
  'genkit:output',
  'traceloop.entity.output',
  'output.value',
] as const;

/** What Agno's class for results prints of itself, in Python's words: the collector opens it. */
export const FOREIGN_RESULT = /^status='(?:success|failure)' result=/;

/** Attributes by which an instrumentation flags a failed call. */
export const ERROR_FLAGS: readonly Mark[] = [
  ['gen_ai.tool.status', 'error'],
  ['gen_ai.tool.success', 'false'],
  ['gen_ai.task.status', 'failure'],
  ['mcp.result.is_error', 'true'],
  ['langfuse.observation.level', 'error'],
];

export const ERROR_MESSAGES = ['error.message', 'langfuse.observation.status_message'] as const;
