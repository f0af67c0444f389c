import { fingerprintResult, type Outcome } from '@loopscope/signature';

import { fillContent, isVague, outcomeOf, readContent, withArguments } from './call-content.ts';
import { pairTwins } from './pair-twins.ts';
import type { TwinRule } from './pair-twins.ts';
import { CLOCK_SLACK_NS, coincide, compareSpans, gapNs, holds } from './span.ts';
import type { Span } from './span.ts';
import type { CallContent } from './content.ts';
import type { ToolCall } from './tool-call.ts';
import { canonicalTool, isQualifiedForm, isSameTool } from './tool-name.ts';

/** Two instrumentations report one call id at most this far apart; further apart the id was given out again. */
const SAME_ID_REACH_NS = 100e6;

/** Tool spans of one session -> calls, each once, however many layers and instrumentations have seen it. */
export function foldCalls(spans: readonly Span[]): ToolCall[] {
  let calls = foldNested(spans.filter((span) => span.row.kind === 'tool'));
  for (const rule of TWIN_RULES) calls = pairTwins(calls, rule);
  for (const call of calls) {
    call.layers.sort(compareSpans);
    for (const layer of call.layers) addTo(call, layer);
  }
  return calls;
}

function addTo(call: ToolCall, layer: Span): void {
  call.content = addLayer(call.content, layer);
  const isWhole = layer.row.args_known === 1 && !isVague(layer);
  if (isWhole && isVague(call.span)) call.content = withArguments(call.content, layer.row);
}

/** A layer that passes the inner one's error on as its result has no result of its own. */
function addLayer(content: CallContent, layer: Span): CallContent {
  const inner = readContent(layer);
  const isPassedOn =
    content.outcome === 'ok' &&
    inner.outcome === 'error' &&
    content.result_fingerprint !== '' &&
    printOf(layer.row.error_message) === content.result_fingerprint;
  return fillContent(isPassedOn ? { ...content, ...outcomeOf(inner) } : content, inner);
}

const OK: Outcome = { state: 'ok', errorClass: null, message: '', template: '' };

function printOf(text: string): string | null {
  return text === '' ? null : fingerprintResult(text, OK).fingerprint;
}

/** Framework span around MCP client around MCP server: the outermost stands for all of them. */
function foldNested(tools: readonly Span[]): ToolCall[] {
  const outermost = new Map<Span, Span>();
  for (const span of tools.toSorted((a, b) => a.depth - b.depth)) {
    const above = span.modelAbove === null ? span.lane : null;
    if (above !== null && isLayer(span, above)) {
      outermost.set(span, outermost.get(above) ?? above);
    }
  }
  if (outermost.size === 0) return tools.map(toCall);
  const calls = new Map<Span, ToolCall>();
  for (const span of tools) if (!outermost.has(span)) calls.set(span, toCall(span));
  for (const [span, outer] of outermost) {
    let call = calls.get(outer);
    if (call === undefined) calls.set(outer, (call = toCall(outer)));
    call.layers.push(span);
  }
  return [...calls.values()];
}

function isLayer(inner: Span, outer: Span): boolean {
  const a = inner.row;
  const b = outer.row;
  if (b.kind !== 'tool' || !(holds(outer, inner) || couldHold(outer, inner))) return false;
  if (a.call_id !== '' && a.call_id === b.call_id) return true;
  const isOneTool =
    isSameTool(a.tool, b.tool) || (isProtocol(a, b) && isQualifiedForm(a.tool, b.tool));
  return isOneTool && !contradict(a, b);
}

/** Two services have two clocks, which may be minutes apart: then only how long each took can be compared. */
function couldHold(outer: Span, inner: Span): boolean {
  if (outer.row.service === inner.row.service || inner.row.layer !== 'protocol') return false;
  return inner.end - inner.start <= outer.end - outer.start + CLOCK_SLACK_NS;
}

/** Ids of one call in one form; ids are given out again, so time decides which of several belong together. */
const sameId: TwinRule<ToolCall> = {
  key: ({ span: { row } }) =>
    row.call_id === '' ? '' : `${canonicalTool(row.tool)}\u0000${row.call_id}`,
  reachNs: SAME_ID_REACH_NS,
  isTwin: (a, b) => isNear(a.span, b.span) && gapNs(a, b) <= SAME_ID_REACH_NS,
  outranks,
};

const sameArguments: TwinRule<ToolCall> = {
  key: ({ span: { row } }) => row.signature,
  reachNs: 2e6,
  isTwin: (a, b) => isNear(a.span, b.span) && coincide(a, b) && !differInId(a.span.row, b.span.row),
  outranks,
};

/** Where one layer hides the arguments or names the tool otherwise, only a layer below a framework's own is taken as twin. */
const sameTool: TwinRule<ToolCall> = {
  key: ({ span: { row } }) => canonicalTool(row.tool),
  reachNs: 2e6,
  isTwin: (a, b) =>
    isNear(a.span, b.span) &&
    isProtocol(a.span.row, b.span.row) &&
    a.span.row.layer !== b.span.row.layer &&
    coincide(a, b) &&
    !contradict(a.span.row, b.span.row),
  outranks,
};

/** How long before or after its span the record of a call may be stamped. */
const RECORD_REACH_NS = 1e9;

/** A coding agent may tell of a call by a span and by a record, of which one leaves out its id or its arguments. */
const ofRecord: TwinRule<ToolCall> = {
  key: ({ span: { row } }) => canonicalTool(row.tool),
  reachNs: RECORD_REACH_NS,
  nearest: true,
  isTwin: (a, b) =>
    a.span.isFromLog !== b.span.isFromLog &&
    isNear(a.span, b.span) &&
    gapNs(a, b) <= RECORD_REACH_NS &&
    !differInId(a.span.row, b.span.row) &&
    !contradict(a.span.row, b.span.row),
  outranks,
};

const TWIN_RULES = [sameId, sameArguments, sameTool, ofRecord];

function outranks(a: ToolCall, b: ToolCall): boolean {
  return rank(a.span) - rank(b.span) > 0;
}

function rank(span: Span): number {
  const { row } = span;
  const isFramework = row.layer !== 'protocol';
  const isSpan = !span.isFromLog;
  return (
    Number(isSpan) * 8 + Number(isFramework) * 4 + Number(row.call_id !== '') * 2 + row.args_known
  );
}

/** Across traces only what one service reports can be one call; the rest is joined by its parents. */
function isNear(a: Span, b: Span): boolean {
  return a.row.trace_id === b.row.trace_id || a.row.service === b.row.service;
}

function isProtocol(a: Span['row'], b: Span['row']): boolean {
  return a.layer === 'protocol' || b.layer === 'protocol';
}

/** Signatures carry the tool's name, so they can only contradict each other under one name. */
function contradict(a: Span['row'], b: Span['row']): boolean {
  return (
    a.tool === b.tool && a.signature !== '' && b.signature !== '' && a.signature !== b.signature
  );
}

/** Ids of a protocol count its requests and say nothing about the model's ids. */
function differInId(a: Span['row'], b: Span['row']): boolean {
  return !isProtocol(a, b) && a.call_id !== '' && b.call_id !== '' && a.call_id !== b.call_id;
}

function toCall(span: Span): ToolCall {
  const { start, end } = span;
  return {
    span,
    layers: [],
    start,
    end,
    index: 0,
    source: span.isFromLog ? 'logs' : 'span',
    content: readContent(span),
    heard: { args: null, result: null },
    asker: null,
    position: Infinity,
  };
}
