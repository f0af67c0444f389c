import { readOutcome, SIGNATURE_VERSION, type Outcome } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import { toInstant } from './instant.ts';
import type { CanonicalSpan, ToolUse } from '../normalise/canonical-span.ts';
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

/** A row that holds nothing: what a span does not say stays as it is here. */
const BLANK: SpanRow = {
  project: '',
  trace_id: '',
  span_id: '',
  parent_span_id: '',
  name: '',
  scope: '',
  service: '',
  environment: '',
  dialect: '',
  kind: 'other',
  kind_rule: '',
  start_ns: '0',
  end_ns: '0',
  started_at: '',
  duration_ms: 0,
  status: 'unset',
  status_message: '',
  session_id: '',
  turn_id: '',
  user_id: '',
  agent_name: '',
  agent_version: '',
  layer: '',
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
  model: '',
  input_tokens: null,
  output_tokens: null,
  cached_input_tokens: null,
  finish_reason: '',
  messages: '',
  guard: '',
  attributes: '{}',
  events: '[]',
  marks: [],
  position: 0,
  ingested_at: '',
  version: '0',
};

/**
 * Canonical -> row: signed, clamped to what the columns hold, cut to what is worth keeping. Written into one object: a part for
 * each group of columns, put together at the end, takes three times as long.
 */
export function toSpanRow(span: CanonicalSpan, context: RowContext): SpanRow {
  const row: SpanRow = { ...BLANK, identity_fields: [], marks: [] };
  writeFrame(row, span, context);
  if (span.tool !== null) writeTool(row, span.tool, span.marks, context);
  else if (span.status === 'error') writeFailure(row, span, context);
  writeModel(row, span, context);
  row.guard = writeGuard(span, context);
  writeLeftovers(row, span, context);
  // Last: every step above may have left a mark.
  if (span.marks.size > 0) row.marks = [...span.marks].toSorted();
  row.version = versionOf(row, span);
  return row;
}

function writeFrame(row: SpanRow, span: CanonicalSpan, context: RowContext): void {
  const { limits, content, nowMs } = context;
  const name = (text: string): string => cutText(text, limits.maxNameChars);
  const startMs = Number(span.startNs / NS_PER_MS);
  const shownMs = Math.min(Math.max(startMs, nowMs - OLDEST_MS), nowMs + DAY_MS);
  if (shownMs !== startMs) span.marks.add('clock_suspect');
  row.project = context.project;
  row.trace_id = span.traceId;
  row.span_id = span.spanId;
  row.parent_span_id = span.parentSpanId;
  row.name = name(span.name);
  row.scope = name(span.scope);
  row.service = name(span.service);
  row.environment = name(span.environment);
  row.dialect = span.dialect;
  row.kind = span.kind;
  row.kind_rule = span.kindRule;
  row.start_ns = clampNs(span.startNs);
  row.end_ns = clampNs(span.endNs);
  row.started_at = toInstant(shownMs);
  row.duration_ms = Number(span.endNs - span.startNs) / 1e6;
  row.status = span.status;
  if (content === 'full') row.status_message = cutText(span.statusMessage, limits.maxMessageChars);
  row.session_id = name(span.sessionId);
  row.turn_id = name(span.turnId);
  row.user_id = name(span.userId);
  row.agent_name = name(span.agentName);
  row.agent_version = name(span.agentVersion);
  row.layer = span.layer;
  row.finish_reason = span.finishReason;
  row.position = span.position;
  row.ingested_at = toInstant(nowMs);
}

function clampNs(ns: bigint): string {
  return (ns > MAX_INT64 ? MAX_INT64 : ns).toString();
}

function writeTool(row: SpanRow, tool: ToolUse, marks: Set<string>, context: RowContext): void {
  const { limits, content } = context;
  const signed = signToolUse(tool, context.declarations);
  const kept = (text: string | null): string => {
    if (text === null || content === 'hashes') return '';
    if (text.length > limits.maxTextChars) marks.add('truncated');
    return cutText(text, limits.maxTextChars);
  };
  row.tool = cutText(tool.name, limits.maxNameChars);
  row.tool_kind = tool.kind;
  row.call_id = cutText(tool.callId, limits.maxNameChars);
  row.args = kept(tool.args);
  row.args_known = flag(signed.argsKnown);
  row.args_size = sizeOf(tool.args, tool.argsLength);
  row.result = kept(tool.result);
  row.result_known = flag(tool.result !== null);
  row.result_size = sizeOf(tool.result, tool.resultLength);
  writeOutcome(row, signed.outcome, context);
  row.signature = signed.signature ?? '';
  row.signature_version = SIGNATURE_VERSION;
  row.identity = signed.identity ?? '';
  row.identity_fields = signed.identityFields;
  row.effect = signed.effect;
  row.result_kind = signed.result.kind;
  row.result_fingerprint = signed.result.fingerprint ?? '';
  row.tagged_by = signed.taggedBy;
}

/** Whatever the sender says of the whole, it is no shorter than what was sent. */
function sizeOf(text: string | null, length: number): number {
  const sent = text?.length ?? 0;
  return length > sent && length <= MAX_UINT32 ? Math.floor(length) : sent;
}

/** Why an agent, step or model failed: a run that ends with a call says nothing else about that call. */
function writeFailure(row: SpanRow, span: CanonicalSpan, context: RowContext): void {
  const { status, statusMessage } = span;
  writeOutcome(row, readOutcome({ status, statusMessage }), context);
}

function writeOutcome(row: SpanRow, outcome: Outcome, { limits, content }: RowContext): void {
  row.outcome = outcome.state;
  row.error_class = outcome.errorClass ?? '';
  row.error_template = cutText(outcome.template, limits.maxMessageChars);
  if (content === 'full') row.error_message = cutText(outcome.message, limits.maxMessageChars);
}

function flag(claim: boolean): 0 | 1 {
  return claim ? 1 : 0;
}

function writeModel(row: SpanRow, { model, heard }: CanonicalSpan, context: RowContext): void {
  const messages = model?.messages ?? (heard === '' ? null : { ...NO_MESSAGES, heard });
  if (messages !== null) row.messages = writeMessages(messages, context);
  if (model === null) return;
  row.model = cutText(model.name, context.limits.maxNameChars);
  row.input_tokens = model.inputTokens;
  row.output_tokens = model.outputTokens;
  row.cached_input_tokens = model.cachedInputTokens;
}

function writeLeftovers(row: SpanRow, span: CanonicalSpan, { limits, content }: RowContext): void {
  const { marks } = span;
  let members = '';
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
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  if (members !== '') row.attributes = `{${members}}`;
  if (content === 'full' && span.events.length > 0)
    row.events = eventsText(span.events, limits, marks);
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
