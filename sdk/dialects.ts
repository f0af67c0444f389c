import { argsAndKwargs, singleInput, toolNameAndArguments, type Envelope } from './envelope.ts';

/** An attribute that says "this span is a tool call", with the values that say so in lower case. */
export type ToolMark = readonly [attribute: string, ...values: string[]];

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

/** In order of trust. */
export const TOOL_MARKS: readonly ToolMark[] = [
  ['gen_ai.operation.name', 'execute_tool', 'tool_call', 'tool', 'tool.execute'],
  ['mcp.method.name', 'tools/call'],
  ['openinference.span.kind', 'tool'],
  ['langfuse.observation.type', 'tool'],
  ['mastra.span.type', 'tool_call', 'mcp_tool_call'],
  ['traceloop.span.kind', 'tool'],
  ['langsmith.span.kind', 'tool'],
  ['ai.operationId', 'ai.toolcall'],
  ['genkit:metadata:subtype', 'tool'],
];

/** Where the tool's name stands; the span name is the last resort. */
export const NAMES = [
  'gen_ai.tool.name',
  'ai.toolCall.name',
  'tool.name',
  'mcp.tool.name',
  'genkit:name',
  'traceloop.entity.name',
  'langsmith.trace.name',
] as const;

/** Where the arguments stand, and what may be wrapped around them there. */
export const ARGUMENTS: readonly (readonly [attribute: string, ...envelopes: Envelope[]])[] = [
  ['gen_ai.tool.call.arguments'],
  ['ai.toolCall.args'],
  ['ai.toolCall.input'],
  ['gcp.vertex.agent.tool_call_args'],
  ['gen_ai.tool.input'],
  ['gen_ai.tool.args'],
  ['mcp.tool.arguments'],
  ['langfuse.observation.input'],
  ['genkit:input'],
  ['traceloop.entity.input', argsAndKwargs, toolNameAndArguments],
  ['input.value', argsAndKwargs, singleInput],
];

export const RESULTS = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'gcp.vertex.agent.tool_response',
  'gen_ai.tool.output',
  'mcp.tool.result',
  'langfuse.observation.output',
  'genkit:output',
  'traceloop.entity.output',
  'output.value',
] as const;

/** Attributes by which an instrumentation flags a failed call, with the values that do. */
export const ERROR_FLAGS: readonly ToolMark[] = [
  ['gen_ai.tool.status', 'error'],
  ['gen_ai.tool.success', 'false'],
  ['tool.status', 'error', 'failed'],
  ['langfuse.observation.level', 'error'],
  ['mcp.result.is_error', 'true'],
];

/** What stands around the tool's name in a span name. */
export const NAME_AFFIXES =
  /^(?:gen_ai\.)?execute_tool |^tools\/call |^running tool: |^tool\.execute |\.(?:tool|run)$/g;
