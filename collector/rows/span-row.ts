import { readOutcome, SIGNATURE_VERSION, type Outcome } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import { toInstant } from './instant.ts';
import type { CanonicalSpan } from '../normalise/canonical-span.ts';
import { jsonText } from '../decode/json-text.ts';
import { cutText } from '../decode/text.ts';
import type { WireEvent, WireValue } from '../decode/wire-span.ts';
import type { Limits } from '../limits.ts';
import type { RowContext } from './row-context.ts';
import { signToolUse } from './sign.ts';
import { versionOf } from './span-version.ts';
import { writeGuard } from './guard-column.ts';
import { NO_MESSAGES, writeMessages } from './messages-column.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT32 = 2 ** 32 - 1;
const NS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;
/** Eight years of monthly partitions: fewer than the hundred that one insert may touch. */
const OLDEST_MS = 8 * 365 * DAY_MS;

/** Canonical -> row: signed, clamped to what the columns hold, cut to what is worth keeping. */
export function toSpanRow(span: CanonicalSpan, context: RowContext): SpanRow {
  const row: SpanRow = {
    ...frame(span, context),
    ...toolColumns(span, context),
    ...modelColumns(span, context),
    guard: writeGuard(span, context),
    ...leftovers(span, context),
    marks: [],
    position: span.position,
    ingested_at: toInstant(context.nowMs),
    version: '0',
  };
  // Last: every step above may have left a mark.
  row.marks = [...span.marks].toSorted();
  row.version = versionOf(row, span);
  return row;
}

function frame(span: CanonicalSpan, { project, limits, content, nowMs }: RowContext) {
  const name = (text: string): string => cutText(text, limits.maxNameChars);
  const startMs = Number(span.startNs / NS_PER_MS);
  const shownMs = Math.min(Math.max(startMs, nowMs - OLDEST_MS), nowMs + DAY_MS);
  if (shownMs !== startMs) span.marks.add('clock_suspect');
  return {
    project,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    name: name(span.name),
    scope: name(span.scope),
    service: name(span.service),
    environment: name(span.environment),
    dialect: span.dialect,
    kind: span.kind,
    kind_rule: span.kindRule,
    start_ns: clampNs(span.startNs),
    end_ns: clampNs(span.endNs),
    started_at: toInstant(shownMs),
    duration_ms: Number(span.endNs - span.startNs) / 1e6,
    status: span.status,
    status_message: content === 'full' ? cutText(span.statusMessage, limits.maxMessageChars) : '',
    session_id: name(span.sessionId),
    turn_id: name(span.turnId),
    user_id: name(span.userId),
    agent_name: name(span.agentName),
    agent_version: name(span.agentVersion),
    layer: span.layer,
  };
}

function clampNs(ns: bigint): string {
  return (ns > MAX_INT64 ? MAX_INT64 : ns).toString();
}

const NO_TOOL = {
  tool: '',
  tool_kind: '',
  call_id: '',
  args: '',
  args_known: 0,
  args_size: 0,
  result: '',
  result_known: 0,
  result_size: 0,
  outcome: 'unknown',
  error_class: '',
  error_template: '',
  error_message: '',
  signature: '',
  signature_version: 0,
  identity: '',
  identity_fields: [],
  effect: 'unknown',
  result_kind: 'none',
  result_fingerprint: '',
  tagged_by: 'collector',
} as const satisfies Partial<SpanRow>;

function toolColumns(span: CanonicalSpan, context: RowContext) {
  const { tool, marks } = span;
  if (tool === null) return { ...NO_TOOL, ...failureColumns(span, context) };
  const { limits, content } = context;
  const signed = signToolUse(tool, context.declarations);
  const kept = (text: string | null): string => {
    if (text === null || content === 'hashes') return '';
    if (text.length > limits.maxTextChars) marks.add('truncated');
    return cutText(text, limits.maxTextChars);
  };
  return {
    tool: cutText(tool.name, limits.maxNameChars),
    tool_kind: tool.kind,
    call_id: cutText(tool.callId, limits.maxNameChars),
    args: kept(tool.args),
    args_known: flag(signed.argsKnown),
    args_size: sizeOf(tool.args, tool.argsLength),
    result: kept(tool.result),
    result_known: flag(tool.result !== null),
    result_size: sizeOf(tool.result, tool.resultLength),
    ...outcomeColumns(signed.outcome, context),
    signature: signed.signature ?? '',
    signature_version: SIGNATURE_VERSION,
    identity: signed.identity ?? '',
    identity_fields: signed.identityFields,
    effect: signed.effect,
    result_kind: signed.result.kind,
    result_fingerprint: signed.result.fingerprint ?? '',
    tagged_by: signed.taggedBy,
  };
}

/** Whatever the sender says of the whole, it is no shorter than what was sent. */
function sizeOf(text: string | null, length: number): number {
  const sent = text?.length ?? 0;
  return length > sent && length <= MAX_UINT32 ? Math.floor(length) : sent;
}

/** Why an agent, step or model failed: a run that ends with a call says nothing else about that call. */
function failureColumns({ status, statusMessage }: CanonicalSpan, context: RowContext) {
  if (status !== 'error') return { identity_fields: [] };
  const outcome = readOutcome({ status, statusMessage });
  return { identity_fields: [], ...outcomeColumns(outcome, context) };
}

function outcomeColumns(
  { state, errorClass, template, message }: Outcome,
  { limits, content }: RowContext,
) {
  return {
    outcome: state,
    error_class: errorClass ?? '',
    error_template: cutText(template, limits.maxMessageChars),
    error_message: content === 'full' ? cutText(message, limits.maxMessageChars) : '',
  };
}

function flag(claim: boolean): 0 | 1 {
  return claim ? 1 : 0;
}

function modelColumns({ model, heard }: CanonicalSpan, context: RowContext) {
  const messages = model?.messages ?? (heard === '' ? null : { ...NO_MESSAGES, heard });
  return {
    model: cutText(model?.name ?? '', context.limits.maxNameChars),
    input_tokens: model?.inputTokens ?? null,
    output_tokens: model?.outputTokens ?? null,
    cached_input_tokens: model?.cachedInputTokens ?? null,
    finish_reason: model?.finishReason ?? '',
    messages: messages === null ? '' : writeMessages(messages, context),
  };
}

function leftovers(span: CanonicalSpan, { limits, content }: RowContext) {
  const { marks } = span;
  const members: string[] = [];
  let size = 0;
  for (const [name, value] of span.rest) {
    const cut = cutValue(
      content === 'hashes' ? withoutText(value) : value,
      limits.maxAttributeChars,
    );
    const text = jsonText(cut);
    size += name.length + text.length + 4;
    if (size > limits.maxAttributesChars) {
      marks.add('truncated');
      break;
    }
    if (cut !== value && content === 'full') marks.add('truncated');
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return {
    attributes: `{${members.join(',')}}`,
    events: content === 'full' ? eventsText(span.events, limits, marks) : '[]',
  };
}

function eventsText(events: readonly WireEvent[], limits: Limits, marks: Set<string>): string {
  const parts: string[] = [];
  let size = 2;
  for (const { timeNs, name, attributes } of events) {
    const cut = [...attributes].map(([key, value]): [string, WireValue] => [
      key,
      cutValue(value, limits.maxAttributeChars),
    ]);
    const time_ns = clampNs(timeNs);
    const text = jsonText({ time_ns, name, attributes: Object.fromEntries(cut) });
    size += text.length + 1;
    if (size > limits.maxEventsChars) {
      marks.add('truncated');
      break;
    }
    parts.push(text);
  }
  return `[${parts.join(',')}]`;
}

/** Numbers and truth values only: text may be what was said. */
function withoutText(value: WireValue): WireValue {
  return typeof value === 'object' || typeof value === 'string' ? null : value;
}

/** A value that is too long becomes the beginning of its text. */
function cutValue(value: WireValue, maxChars: number): WireValue {
  if (typeof value === 'string') return cutText(value, maxChars);
  if (value === null || typeof value !== 'object') return value;
  const text = jsonText(value);
  return text.length <= maxChars ? value : cutText(text, maxChars);
}
