import type { SpanMessages } from '@loopscope/sql';
import { pairTwins } from './pair-twins.ts';
import type { TwinRule } from './pair-twins.ts';
import { joinMessages } from './read-messages.ts';
import { coincide, compareSpans, gapNs, messagesOf } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, Usage } from './tool-call.ts';

/**
 * Model spans of one session -> model calls, each once. Of nested spans the innermost counts, which is where the tokens
 * were spent; what only the outer ones know goes to the last call within them. Sums that agents and steps repeat are never read.
 */
export function foldModels(spans: readonly Span[]): ModelCall[] {
  const models = spans.filter((span) => span.row.kind === 'model').toSorted(compareSpans);
  const isRecord = ({ row, modelAbove }: Span): boolean =>
    row.layer === 'log' && modelAbove !== null;
  const nested = foldNested(models.filter((span) => !isRecord(span)));
  const records = models.filter(isRecord);
  if (records.length > 0) addRecords(nested, records);
  const leaves = [sameUsage, ofRecord, ofChain].reduce(pairTwins<ModelCall>, nested);
  for (const leaf of leaves) {
    leaf.layers.sort(compareSpans);
    for (const layer of leaf.layers) fill(leaf, layer);
  }
  return leaves;
}

function foldNested(models: readonly Span[]): ModelCall[] {
  if (models.every(({ modelAbove }) => modelAbove === null)) return models.map(toModelCall);
  const calls = new Map(models.map((span) => [span, toModelCall(span)]));
  const lastWithin = new Map<Span, ModelCall>();
  const counted = new Set<Span>();
  const ofSeveral = new Set<Span>();
  // From the deepest up: what lies within a span is known before the span itself is folded.
  for (const span of models.toSorted((a, b) => b.depth - a.depth)) {
    const call = lastWithin.get(span) ?? calls.get(span);
    const outer = span.modelAbove;
    if (call === undefined || outer === null) continue;
    if (counted.has(span) || readUsage(span) !== null) counted.add(outer);
    const held = lastWithin.get(outer);
    if (held !== undefined || ofSeveral.has(span)) ofSeveral.add(outer);
    if (held === undefined || compareSpans(held.span, call.span) < 0) lastWithin.set(outer, call);
  }
  for (const [outer, call] of lastWithin) {
    calls.delete(outer);
    call.layers.push(outer);
    if (!counted.has(outer)) call.usage ??= readUsage(outer);
    if (!ofSeveral.has(outer)) call.messages = fuller(call.messages, outer);
  }
  return [...calls.values()];
}

/** Log records are parts of the model span above them, in as many pieces as they were sent. */
function addRecords(calls: readonly ModelCall[], records: readonly Span[]): void {
  const callOf = new Map(
    calls.flatMap((call) => [call.span, ...call.layers].map((span) => [span, call] as const)),
  );
  for (const record of records) {
    const call = record.modelAbove === null ? undefined : callOf.get(record.modelAbove);
    if (call === undefined) continue;
    call.layers.push(record);
    call.messages = joinMessages(call.messages, messagesOf(record));
    if (call.finishReason === '') call.finishReason = record.row.finish_reason;
  }
}

/** Two instrumentations of one client library count the same tokens at the same time. */
const sameUsage: TwinRule<ModelCall> = {
  key: ({ span: { row } }) => `${row.service}\u0000${row.input_tokens}\u0000${row.output_tokens}`,
  reachNs: 2e6,
  isTwin: (a, b) => coincide(a, b) && (a.usage !== null || a.model === b.model),
  outranks: (a, b) => richness(a) - richness(b) > 0,
};

/** How long before or after its span an answer's record may be stamped. */
const RECORD_REACH_NS = 1e9;

/** A coding agent may tell of an answer by a span and by a record, at about the same time; one of them may leave the tokens out. */
const ofRecord: TwinRule<ModelCall> = {
  key: ({ span: { row } }) => row.service,
  reachNs: RECORD_REACH_NS,
  nearest: true,
  isTwin: (a, b) =>
    a.span.isFromLog !== b.span.isFromLog && gapNs(a, b) <= RECORD_REACH_NS && agree(a, b),
  outranks: (a, b) =>
    (a.usage === null) === (b.usage === null) ? b.span.isFromLog : b.usage === null,
};

function agree(a: ModelCall, b: ModelCall): boolean {
  if (a.usage === null || b.usage === null) return true;
  return a.usage.input === b.usage.input && a.usage.output === b.usage.output;
}

/** A framework's chain around a client library's call, of which only one counts tokens, or knows the model by its name. */
const ofChain: TwinRule<ModelCall> = {
  key: ({ span: { row } }) => row.service,
  reachNs: 2e6,
  isTwin: (a, b) =>
    isChain(a) !== isChain(b) && (a.usage === null || b.usage === null) && coincide(a, b),
  outranks: (a, b) => richness(a) - richness(b) > 0,
};

function isChain({ span }: ModelCall): boolean {
  return span.row.layer === 'framework';
}

/** The one that shows more of the calls stands for both, so that all of one instrumentation's do. */
function richness({ messages, usage }: Pick<ModelCall, 'messages' | 'usage'>): number {
  if (messages === null) return usage === null ? 0 : 1;
  const named = [...messages.asked, ...messages.fed_back].filter(({ id }) => id !== '');
  return 2 + messages.asked.length + messages.fed_back.length + named.length;
}

/** A framework may show calls and ids that the client library's span within leaves out. */
function fuller(inner: SpanMessages | null, span: Span): SpanMessages | null {
  const outer = span.row.layer === 'framework' ? messagesOf(span) : null;
  const shown = (messages: SpanMessages | null): number => richness({ messages, usage: null });
  return shown(outer) > shown(inner) ? outer : inner;
}

function fill(call: ModelCall, layer: Span): void {
  call.messages ??= messagesOf(layer);
  if (call.model === '') call.model = layer.row.model;
  if (call.finishReason === '') call.finishReason = layer.row.finish_reason;
  const counted = readUsage(layer);
  if (layer.row.layer === 'framework') call.usage ??= counted;
  if (call.usage === null || counted === null || call.usage.input !== counted.input) return;
  // One of two that count the same may leave out how much of it was cached.
  const cachedInput = Math.max(call.usage.cachedInput, counted.cachedInput);
  call.usage = { ...call.usage, cachedInput };
}

function toModelCall(span: Span): ModelCall {
  const { start, end, row } = span;
  return {
    span,
    layers: [],
    start,
    end,
    model: row.model,
    finishReason: row.finish_reason,
    usage: readUsage(span),
    messages: messagesOf(span),
    place: 0,
  };
}

/** Tokens that a span counts; null where it counts none. */
export function readUsage({ row }: Span): Usage | null {
  if (row.input_tokens === null && row.output_tokens === null) return null;
  return {
    input: row.input_tokens ?? 0,
    output: row.output_tokens ?? 0,
    cachedInput: row.cached_input_tokens ?? 0,
  };
}
