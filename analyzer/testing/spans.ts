import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type { Declarations } from '@loopscope/signature';
import { toInstant } from '@loopscope/sql';
import type { SpanMessages, SpanRow } from '@loopscope/sql';
import { BLANK_SPAN } from '@loopscope/sql/sample-rows';

/** Spans for tests, signed like the collector's. Times are milliseconds after this moment. */
export const EPOCH_MS = Date.UTC(2026, 2, 1, 10);

export interface Frame {
  /** One or a few hex digits. */
  id: string;
  /** Hex digits; default `1`. */
  trace?: string;
  parent?: string;
  /** Start and end. */
  at: readonly [number, number];
}

export interface ToolFrame extends Frame {
  tool?: string;
  args?: unknown;
  /** Undefined: none was recorded. */
  result?: unknown;
  error?: string;
  declarations?: Declarations;
}

export function spanRow(frame: Frame, own: Partial<SpanRow> = {}): SpanRow {
  const [startMs, endMs] = frame.at;
  return {
    ...BLANK_SPAN,
    name: 'request',
    scope: 'framework',
    trace_id: (frame.trace ?? '1').padStart(32, '0'),
    span_id: frame.id.padStart(16, '0'),
    parent_span_id: frame.parent === undefined ? '' : frame.parent.padStart(16, '0'),
    start_ns: toNs(startMs),
    end_ns: toNs(endMs),
    started_at: toInstant(EPOCH_MS + Math.floor(startMs)),
    duration_ms: endMs - startMs,
    ingested_at: toInstant(EPOCH_MS),
    ...own,
  };
}

export function agentSpan(frame: Frame, own: Partial<SpanRow> = {}): SpanRow {
  return spanRow(frame, { kind: 'agent', name: 'invoke_agent', agent_name: 'support', ...own });
}

export function stepSpan(frame: Frame, own: Partial<SpanRow> = {}): SpanRow {
  return spanRow(frame, { kind: 'step', name: 'step', ...own });
}

export function modelSpan(
  frame: Frame & { messages?: Partial<SpanMessages> },
  own: Partial<SpanRow> = {},
): SpanRow {
  const { messages } = frame;
  return spanRow(frame, {
    kind: 'model',
    name: 'chat',
    model: 'some-model',
    messages: messages === undefined ? '' : JSON.stringify({ ...NO_MESSAGES, ...messages }),
    ...own,
  });
}

export function toolSpan(frame: ToolFrame, own: Partial<SpanRow> = {}): SpanRow {
  const { tool = 'search' } = frame;
  return spanRow(frame, {
    kind: 'tool',
    name: `execute_tool ${tool}`,
    tool,
    tool_kind: 'tool',
    layer: 'framework',
    effect: frame.declarations?.get(tool)?.effect ?? 'unknown',
    ...argsOf(tool, frame),
    ...resultOf(tool, frame),
    ...own,
  });
}

function argsOf(tool: string, { args, declarations }: ToolFrame): Partial<SpanRow> {
  if (args === undefined) return {};
  const text = JSON.stringify(args);
  const signed = signCall(tool, readArguments(text), declarations?.get(tool));
  return {
    args: text,
    args_known: 1,
    args_size: text.length,
    signature: signed.signature ?? '',
    identity: signed.identity ?? '',
    identity_fields: signed.identityFields,
  };
}

function resultOf(tool: string, { result, error, declarations }: ToolFrame): Partial<SpanRow> {
  const text = error ?? (result === undefined ? undefined : JSON.stringify(result));
  const outcome = readOutcome({
    status: error === undefined ? 'unset' : 'error',
    ...(error === undefined ? {} : { statusMessage: error }),
    result: text,
  });
  const print = fingerprintResult(text, outcome, declarations?.get(tool));
  return {
    ...(text === undefined ? {} : { result: text, result_known: 1, result_size: text.length }),
    outcome: outcome.state,
    error_class: outcome.errorClass ?? '',
    error_template: outcome.template,
    error_message: outcome.message,
    result_kind: print.kind,
    result_fingerprint: print.fingerprint ?? '',
  };
}

/** A call in a model's answer. */
export function asked(id: string, tool: string, args: unknown): SpanMessages['asked'][number] {
  const text = JSON.stringify(args);
  const signed = signCall(tool, readArguments(text));
  return {
    id,
    tool,
    args: text,
    args_known: 1,
    signature: signed.signature ?? '',
    identity: signed.identity ?? '',
    identity_fields: [],
    effect: 'unknown',
  };
}

/** A result in a model's input. */
export function fedBack(id: string, result: unknown): SpanMessages['fed_back'][number] {
  const text = JSON.stringify(result);
  const outcome = readOutcome({ status: 'unset', result: text });
  const print = fingerprintResult(text, outcome);
  return {
    id,
    tool: '',
    result: text,
    result_size: text.length,
    outcome: outcome.state,
    error_class: outcome.errorClass ?? '',
    error_template: outcome.template,
    result_kind: print.kind,
    result_fingerprint: print.fingerprint ?? '',
  };
}

const NO_MESSAGES: SpanMessages = {
  asked: [],
  fed_back: [],
  users: null,
  assistants: null,
  last_user: '',
};

function toNs(ms: number): string {
  return String(BigInt(EPOCH_MS) * 1_000_000n + BigInt(Math.round(ms * 1e6)));
}
