import type { NarrowSpanRow } from '@loopscope/sql';

import { spanKey } from './span.ts';
import type { Span } from './span.ts';

/**
 * Rows as stored, in any order and any number of copies -> spans, each once, with their place in the tree. Their times
 * are set by `setOrigin`, once it is known what is resolved together.
 */
export function readSpans(rows: Iterable<NarrowSpanRow>): Span[] {
  const newest = new Map<string, NarrowSpanRow>();
  for (const row of rows) {
    const key = spanKey(row);
    const seen = newest.get(key);
    if (seen === undefined || isNewer(row, seen)) newest.set(key, row);
  }
  const spans = place([...newest.values()]);
  link(spans);
  return [...spans.values()];
}

/** Of two deliveries the higher version counts, then the later end; the rest only makes the choice the same each time. */
function isNewer(row: NarrowSpanRow, seen: NarrowSpanRow): boolean {
  if (row.version !== seen.version) return BigInt(row.version) > BigInt(seen.version);
  if (row.end_ns !== seen.end_ns) return BigInt(row.end_ns) > BigInt(seen.end_ns);
  return JSON.stringify(row) > JSON.stringify(seen);
}

/** Counts the spans' times from the first of them, so that the numbers stay exact whatever else is resolved beside. */
export function setOrigin(spans: readonly Span[]): void {
  const starts = spans.map((span) => BigInt(span.row.start_ns));
  const origin = starts.reduce((least, start) => (start < least ? start : least), starts[0] ?? 0n);
  for (const [i, span] of spans.entries()) {
    span.start = Number((starts[i] ?? origin) - origin);
    span.end = Math.max(span.start, Number(BigInt(span.row.end_ns) - origin));
  }
}

function place(rows: readonly NarrowSpanRow[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const row of rows) {
    spans.set(spanKey(row), {
      row,
      start: 0,
      end: 0,
      parent: null,
      orphaned: row.parent_span_id !== '',
      depth: -1,
      lane: null,
      modelAbove: null,
      stepAbove: null,
      outermostAgent: null,
      givenTurn: row.turn_id,
    });
  }
  return spans;
}

/** Parents first, without recursion: a trace may be deeper than the stack. */
function link(spans: ReadonlyMap<string, Span>): void {
  for (const span of spans.values()) {
    const { trace_id, parent_span_id } = span.row;
    span.parent = spans.get(spanKey({ trace_id, span_id: parent_span_id })) ?? null;
  }
  for (const span of spans.values()) {
    const chain: Span[] = [];
    const onChain = new Set<Span>();
    let at: Span | null = span;
    while (at !== null && at.depth === -1 && !onChain.has(at)) {
      chain.push(at);
      onChain.add(at);
      at = at.parent;
    }
    if (at !== null && onChain.has(at)) cutRing(at);
    for (let link = chain.pop(); link !== undefined; link = chain.pop()) inherit(link);
  }
}

/** Spans that are their own ancestors: bad data, read as spans whose parents never came. */
function cutRing(entry: Span): void {
  let at: Span | null = entry;
  do {
    const next: Span | null = at.parent;
    at.parent = null;
    at = next;
  } while (at !== null && at !== entry);
}

function inherit(span: Span): void {
  const { parent } = span;
  span.depth = 0;
  if (parent !== null) {
    const { kind } = parent.row;
    const isLane = kind === 'agent' || kind === 'tool';
    span.depth = parent.depth + 1;
    span.orphaned = parent.orphaned;
    span.lane = isLane ? parent : parent.lane;
    span.modelAbove = kind === 'model' ? parent : isLane ? null : parent.modelAbove;
    span.stepAbove = kind === 'step' ? parent : isLane ? null : parent.stepAbove;
    span.outermostAgent = parent.outermostAgent;
    span.givenTurn = span.row.turn_id || parent.givenTurn;
  }
  if (span.outermostAgent === null && span.row.kind === 'agent' && !isBelowTool(span)) {
    span.outermostAgent = span;
  }
}

function isBelowTool(span: Span): boolean {
  // Without an agent above, lanes above can only be tools.
  return span.lane !== null;
}
