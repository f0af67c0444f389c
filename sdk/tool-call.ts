import { readArguments, type Arguments, type OutcomeEvidence } from '@loopscope/signature';
import {
  ARGUMENTS,
  ERROR_FLAGS,
  ERROR_MESSAGES,
  FOREIGN_RESULT,
  NAMES,
  NAME_AFFIXES,
  NO_ARGUMENTS,
  NO_NAMES,
  OTHER_OPERATIONS,
  RESULTS,
  TOOL_MARKS,
  type Mark,
} from './dialects.ts';
import { openEnvelopes } from './envelope.ts';
import { STATUS_ERROR, STATUS_OK, type SpanView } from './span.ts';

/** A tool call as a span tells of it. */
export interface ToolCall {
  tool: string;
  args: Arguments;
  evidence: OutcomeEvidence;
}

type Attributes = SpanView['attributes'];

/** Null where the span is no tool call, or of a tool that cannot be named: the collector may know more of it. */
export function readToolCall(span: SpanView): ToolCall | null {
  const { attributes } = span;
  const tool = toolOfSpan(span);
  if (tool === null || FOREIGN_RESULT.test(textOf(firstOf(attributes, RESULTS)))) return null;
  return { tool, args: argumentsOf(attributes), evidence: evidenceOf(span) };
}

/** The tool that a span tells of; null where it is the span of something else. */
export function toolOfSpan(span: Pick<SpanView, 'name' | 'attributes'>): string | null {
  if (!isToolCall(span.attributes)) return null;
  const tool = nameOf(span);
  return tool === '' || NO_NAMES.has(tool) ? null : tool;
}

/** Characters of arguments and result: what it costs to sign the call. */
export function contentLength(attributes: Attributes): number {
  let longest = 0;
  for (const [name] of ARGUMENTS) longest = Math.max(longest, textOf(attributes[name]).length);
  for (const name of RESULTS) longest = Math.max(longest, textOf(attributes[name]).length);
  return longest;
}

function isToolCall(attributes: Attributes): boolean {
  const operation = attributes['gen_ai.operation.name'];
  if (typeof operation === 'string' && OTHER_OPERATIONS.has(operation)) return false;
  return TOOL_MARKS.some((mark) => carries(attributes, mark));
}

function nameOf({ name, attributes }: Pick<SpanView, 'name' | 'attributes'>): string {
  return textOf(firstOf(attributes, NAMES)) || name.replaceAll(NAME_AFFIXES, '');
}

function carries(attributes: Attributes, [name, ...values]: Mark): boolean {
  const value = attributes[name];
  if (typeof value === 'boolean') return values.includes(String(value));
  return typeof value === 'string' && values.includes(value.toLowerCase());
}

function argumentsOf(attributes: Attributes): Arguments {
  for (const [name, ...envelopes] of ARGUMENTS) {
    const raw = attributes[name];
    const args: Arguments = NO_ARGUMENTS.has(raw) ? { known: false } : readArguments(raw);
    if (args.known) return { known: true, value: openEnvelopes(args.value, envelopes) };
  }
  return { known: false };
}

function firstOf(attributes: Attributes, names: readonly string[]): unknown {
  const name = names.find((name) => attributes[name] !== undefined);
  return name === undefined ? undefined : attributes[name];
}

function evidenceOf(span: SpanView): OutcomeEvidence {
  const { attributes, events } = span;
  const status = isStatusForeign(span) ? UNSET : span.status;
  const exception = events.find(({ name }) => name === 'exception')?.attributes ?? {};
  const isFlagged = ERROR_FLAGS.some((flag) => carries(attributes, flag));
  return {
    status: statusOf(status.code),
    statusMessage: status.message || textOf(firstOf(attributes, ERROR_MESSAGES)),
    errorType: textOf(attributes['error.type']),
    exceptionType: textOf(exception['exception.type']),
    exceptionMessage: textOf(exception['exception.message']),
    // Never false: that a framework calls its call a success says nothing about what the tool answered.
    ...(isFlagged ? { flaggedError: true } : {}),
    result: firstOf(attributes, RESULTS),
  };
}

const UNSET: SpanView['status'] = { code: 0, message: '' };

/** The AI SDK bridged to OpenInference: every span after the first failed tool carries that tool's error; an error of its own comes with its exception. */
function isStatusForeign({ attributes, events }: SpanView): boolean {
  const isOfAiSdk =
    attributes['ai.operationId'] !== undefined ||
    attributes['ai.toolCall.result'] !== undefined ||
    attributes['gen_ai.tool.call.result'] !== undefined;
  return (
    isOfAiSdk &&
    attributes['openinference.span.kind'] !== undefined &&
    attributes['error.type'] === undefined &&
    !events.some(({ name }) => name === 'exception')
  );
}

function statusOf(code: number): OutcomeEvidence['status'] {
  if (code === STATUS_ERROR) return 'error';
  return code === STATUS_OK ? 'ok' : 'unset';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
