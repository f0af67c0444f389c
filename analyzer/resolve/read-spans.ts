import type { NarrowSpanRow } from '@loopscope/sql';

import type { Span } from './span.ts';

/** Span id -> span, of each trace: no keys have to be glued together. */
type Traces = Map<string, Map<string, Span>>;

/**
 * Rows as stored, in any order and any number of copies -> spans, each once, with their place in the tree. Their times
 * are set by `setOrigin`, once it is known what is resolved together.
 */
export function readSpans(rows: Iterable<NarrowSpanRow>): Span[] {
  const traces: Traces = new Map();
  for (const row of rows) {
    const spans = traces.get(row.trace_id) ?? new Map<string, Span>();
    traces.set(row.trace_id, spans);
    const seen = spans.get(row.span_id);
    if (seen === undefined || isNewer(row, seen.row)) spans.set(row.span_id, toSpan(row));
  }
  for (const spans of traces.values()) link(spans);
  return [...traces.values()].flatMap((spans) => spans.values().toArray());
}

/** Of two deliveries the higher version counts, then the later end; the rest only makes the choice the same each time. */
export function isNewer(row: NarrowSpanRow, seen: NarrowSpanRow): boolean {
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
    span.rank = span.end;
  }
  const tied = Map.groupBy(spans, ({ row: { start_ns, ingested_at, scope } }) =>
    [start_ns, ingested_at, scope].join(' '),
  );
  for (const together of tied.values()) if (together.length > 1) rankBySending(together);
}

/**
 * Clocks of milliseconds let a tool and the next model call begin at once, and ends are counted from there, more finely. A
 * span is sent when it ends, so of two in one request the later one has ended later, whatever the ends say.
 */
function rankBySending(tied: Span[]): void {
  tied.sort((a, b) => a.row.position - b.row.position || a.end - b.end);
  let before: Span | null = null;
  for (const span of tied) {
    if (before !== null && before.row.position < span.row.position) {
      span.rank = Math.max(span.end, before.rank + 1);
    }
    before = span;
  }
}

function toSpan(row: NarrowSpanRow): Span {
  return {
    row,
    start: 0,
    end: 0,
    rank: 0,
    parent: null,
    orphaned: row.parent_span_id !== '',
    depth: UNPLACED,
    lane: null,
    modelAbove: null,
    stepAbove: null,
    outermostAgent: null,
    givenTurn: row.turn_id,
    agentName: row.agent_name,
    agentVersion: row.agent_version,
    userId: row.user_id,
    isBelowTool: false,
  };
}

/** Parents first, without recursion: a trace may be deeper than the stack. */
function link(spans: ReadonlyMap<string, Span>): void {
  for (const span of spans.values()) span.parent = spans.get(span.row.parent_span_id) ?? null;
  const chain: Span[] = [];
  for (const span of spans.values()) {
    let at: Span | null = span;
    while (at !== null && at.depth === UNPLACED) {
      at.depth = ON_CHAIN;
      chain.push(at);
      at = at.parent;
    }
    if (at !== null && at.depth === ON_CHAIN) cutRing(at);
    for (let link = chain.pop(); link !== undefined; link = chain.pop()) inherit(link);
  }
}

/** Depths of spans whose chain of parents has not been walked, and is being walked. */
const UNPLACED = -1;
const ON_CHAIN = -2;

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
    span.isBelowTool = parent.isBelowTool || kind === 'tool';
    span.outermostAgent = parent.outermostAgent;
    span.givenTurn ||= parent.givenTurn;
    span.agentName ||= parent.agentName;
    span.agentVersion ||= parent.agentVersion;
    span.userId ||= parent.userId;
  }
  if (span.outermostAgent === null && span.row.kind === 'agent' && !span.isBelowTool) {
    span.outermostAgent = span;
  }
}
