import { fromInstant } from './instant.ts';
import { spanMessages, type SpanMessages } from './rows/span-messages.ts';
import { turnStepRow, type TurnStepRow } from './queries/api/turn-steps.ts';
import type { SpanRow, ToolCallRow, TurnVerdictRow } from './rows/rows.ts';

/** What the question `turnSteps` answers, of rows that are not stored: calls with their texts, agents and models, in start order. */
export function toTurnSteps(
  turn: TurnVerdictRow,
  calls: readonly ToolCallRow[],
  spans: readonly SpanRow[],
): TurnStepRow[] {
  const bySpan = new Map(spans.map((span) => [keyOf(span), span]));
  const tools = calls
    .filter((call) => call.turn_id === turn.turn_id)
    .map((call) => toolStep(call, bySpan.get(keyOf(call))));
  const framework = spans.filter((span) => isFramework(span, turn)).map(frameworkStep);
  return [...tools, ...framework].toSorted(byStart);
}

const keyOf = ({ trace_id, span_id }: { trace_id: string; span_id: string }): string =>
  `${trace_id}/${span_id}`;

/** The row's schema leaves out what a step does not show. */
function toolStep(call: ToolCallRow, span: SpanRow | undefined): TurnStepRow {
  const own = {
    ...NO_TEXT,
    ...call,
    kind: 'tool',
    name: call.tool,
    call_seq: call.seq,
    parent_span_id: span?.parent_span_id ?? '',
  };
  if (span === undefined) return turnStepRow.parse(own);
  if (call.source === 'messages') return turnStepRow.parse({ ...own, messages: span.messages });
  return turnStepRow.parse({
    ...own,
    name: span.name || call.tool,
    error_message: span.error_message || span.status_message,
    args: call.args_known === 1 ? span.args : null,
    result: span.result_known === 1 ? span.result : null,
  });
}

const NO_TEXT = {
  error_message: '',
  args: null,
  result: null,
  messages: '',
  finish_reason: '',
  said: '',
  heard: '',
  answers_before: null,
  args_size: 0,
  result_size: 0,
  error_size: 0,
  said_size: 0,
  heard_size: 0,
};

/** What only calls have. */
const NO_CALL = {
  ...NO_TEXT,
  call_index: 0,
  call_seq: 0,
  step: 0,
  tool: '',
  call_id: '',
  signature: '',
  identity: '',
  identity_fields: [],
  effect: 'unknown',
  attempt: 0,
  retry: '',
  eventual_success: 0,
  error_family: '',
  result_kind: 'none',
  result_fingerprint: '',
  loop_id: '',
  source: '',
  model_ms: 0,
  cost: 0,
};

function frameworkStep(span: SpanRow): TurnStepRow {
  const { said = '', heard = '', assistants = null } = readMessages(span.messages);
  return turnStepRow.parse({
    ...span,
    ...NO_CALL,
    error_message: span.error_message || span.status_message,
    finish_reason: span.finish_reason,
    said,
    heard,
    answers_before: assistants,
  });
}

function readMessages(text: string): Partial<SpanMessages> {
  return text === '' ? {} : spanMessages.parse(JSON.parse(text));
}

/** The question allows as much for times that are rounded. */
const SLACK_MS = 1;

function isFramework(span: SpanRow, turn: TurnVerdictRow): boolean {
  const isOfTurn =
    turn.trace_ids.includes(span.trace_id) &&
    (span.turn_id === '' || span.turn_id === turn.turn_id) &&
    (span.kind === 'agent' || span.kind === 'model') &&
    span.layer !== 'log';
  if (!isOfTurn) return false;
  const startMs = fromInstant(turn.started_at);
  const atMs = fromInstant(span.started_at);
  const endMs = startMs + Math.max(0, Math.trunc(turn.duration_ms));
  return atMs >= startMs - SLACK_MS && atMs <= endMs + SLACK_MS;
}

function byStart(a: TurnStepRow, b: TurnStepRow): number {
  const apart = BigInt(a.start_ns) - BigInt(b.start_ns);
  if (apart !== 0n) return apart < 0n ? -1 : 1;
  return (
    compare(a.kind, b.kind) ||
    a.call_seq - b.call_seq ||
    compare(a.trace_id, b.trace_id) ||
    compare(a.span_id, b.span_id) ||
    a.call_index - b.call_index
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
