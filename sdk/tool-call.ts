import { readArguments, type Arguments, type OutcomeEvidence } from '@loopscope/signature';
import {
  ARGUMENTS,
  ERROR_FLAGS,
  NAMES,
  NAME_AFFIXES,
  OTHER_OPERATIONS,
  RESULTS,
  TOOL_MARKS,
  type ToolMark,
} from './dialects.ts';
import { openEnvelope } from './envelope.ts';
import { STATUS_ERROR, STATUS_OK, type SpanView } from './span.ts';

/** A tool call as a span tells of it. */
export interface ToolCall {
  tool: string;
  args: Arguments;
  evidence: OutcomeEvidence;
}

/** Null where the span is no tool call. */
export function readToolCall(span: SpanView): ToolCall | null {
  const { attributes } = span;
  if (!isToolCall(attributes)) return null;
  const name = first(attributes, NAMES);
  const tool = typeof name === 'string' ? name : span.name.replaceAll(NAME_AFFIXES, '');
  return { tool, args: argumentsOf(attributes), evidence: evidenceOf(span) };
}

function isToolCall(attributes: SpanView['attributes']): boolean {
  const operation = attributes['gen_ai.operation.name'];
  if (typeof operation === 'string' && OTHER_OPERATIONS.has(operation)) return false;
  return TOOL_MARKS.some((mark) => carries(attributes, mark));
}

function carries(attributes: SpanView['attributes'], [name, ...values]: ToolMark): boolean {
  const value = attributes[name];
  if (typeof value === 'boolean') return values.includes(String(value));
  return typeof value === 'string' && values.includes(value.toLowerCase());
}

function argumentsOf(attributes: SpanView['attributes']): Arguments {
  for (const [name, ...envelopes] of ARGUMENTS) {
    const args = readArguments(attributes[name]);
    if (args.known) return { known: true, value: openEnvelope(args.value, envelopes) };
  }
  return { known: false };
}

function first(attributes: SpanView['attributes'], names: readonly string[]): unknown {
  return attributes[names.find((name) => attributes[name] !== undefined) ?? ''];
}

function evidenceOf({ attributes, status, events }: SpanView): OutcomeEvidence {
  const exception = events.find(({ name }) => name === 'exception')?.attributes ?? {};
  return {
    status: statusOf(status.code),
    statusMessage: textOf(status.message),
    errorType: textOf(attributes['error.type']),
    exceptionType: textOf(exception['exception.type']),
    exceptionMessage: textOf(exception['exception.message']),
    flaggedError: ERROR_FLAGS.some((flag) => carries(attributes, flag)),
    result: first(attributes, RESULTS),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function statusOf(code: number): OutcomeEvidence['status'] {
  if (code === STATUS_ERROR) return 'error';
  return code === STATUS_OK ? 'ok' : 'unset';
}
