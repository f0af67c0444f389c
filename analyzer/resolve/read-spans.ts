import type { NarrowSpanRow } from '@loopscope/sql';

import type { Span } from './span.ts';

/** The spans of one trace with their places in the tree, and the rows that they were read from. */
export interface Tree {
  rows: readonly NarrowSpanRow[];
  /** Span id -> span. */
  spans: Map<string, Span>;
  /** Ids of parents that have not come. */
  missing: Set<string>;
}

/** Trees of traces that are read again and again: what grew by further spans is not built anew. */
export interface Trees {
  of(traceId: string): Tree | undefined;
  keep(traceId: string, tree: Tree): void;
}

/**
 * Rows as stored, in any order and any number of copies -> spans, each once, with their place in the tree. Their times
 * are set by `setOrigin`, once it is known what is resolved together.
 */
export function readSpans(rows: readonly NarrowSpanRow[], trees?: Trees): Span[] {
  const spans: Span[] = [];
  for (const [traceId, own] of Map.groupBy(rows, (row) => row.trace_id)) {
    const tree = grown(trees?.of(traceId), own) ?? plant(own);
    trees?.keep(traceId, tree);
    for (const span of tree.spans.values()) spans.push(span);
  }
  return spans;
}

function plant(rows: readonly NarrowSpanRow[]): Tree {
  const spans = new Map<string, Span>();
  for (const row of rows) {
    const seen = spans.get(row.span_id);
    if (seen === undefined || isNewer(row, seen.row)) spans.set(row.span_id, toSpan(row));
  }
  const tree: Tree = { rows, spans, missing: new Set() };
  link(tree, spans.values().toArray());
  return tree;
}

/**
 * The tree with what its rows have been added; null where it has to be built anew, because a row is another one now, came
 * twice, or is the parent of spans that came before it.
 */
function grown(tree: Tree | undefined, rows: readonly NarrowSpanRow[]): Tree | null {
  if (tree === undefined || !tree.rows.every((row, at) => row === rows[at])) return null;
  const fresh = rows.slice(tree.rows.length);
  const isRoom = ({ span_id }: NarrowSpanRow): boolean =>
    !tree.spans.has(span_id) && !tree.missing.has(span_id);
  if (!fresh.every(isRoom)) return null;
  const added = new Map(fresh.map((row) => [row.span_id, toSpan(row)]));
  if (added.size < fresh.length) return null;
  for (const [id, span] of added) tree.spans.set(id, span);
  link(tree, [...added.values()]);
  return { ...tree, rows };
}

/** Of two deliveries the higher version counts, then the later end; the rest only makes the choice the same each time. */
export function isNewer(row: NarrowSpanRow, seen: NarrowSpanRow): boolean {
  if (row.version !== seen.version) return BigInt(row.version) > BigInt(seen.version);
  if (row.end_ns !== seen.end_ns) return BigInt(row.end_ns) > BigInt(seen.end_ns);
  return JSON.stringify(row) > JSON.stringify(seen);
}

/** Counts the spans' times from the first of them, so that the numbers stay exact whatever else is resolved beside. */
export function setOrigin(spans: readonly Span[]): void {
  let origin = spans[0]?.startNs ?? 0n;
  for (const { startNs } of spans) if (startNs < origin) origin = startNs;
  for (const span of spans) {
    if (span.origin !== origin) {
      span.origin = origin;
      span.start = Number(span.startNs - origin);
      span.end = Math.max(span.start, Number(span.endNs - origin));
    }
    span.rank = span.end;
  }
  for (const tied of tiedOf(spans.toSorted((a, b) => a.start - b.start))) rankTied(tied);
}

/** Those that begin at one instant, where they are several. */
function tiedOf(ordered: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  let open: Span[] | null = null;
  let before: Span | null = null;
  for (const span of ordered) {
    if (before === null || before.start !== span.start) open = null;
    else if (open === null) groups.push((open = [before, span]));
    else open.push(span);
    before = span;
  }
  return groups;
}

function rankTied(tied: Span[]): void {
  const [first, second] = tied;
  if (tied.length === 2 && first !== undefined && second !== undefined) {
    if (areSentTogether(first, second)) rankBySending(tied);
    return;
  }
  const requests = Map.groupBy(
    tied,
    ({ row: { start_ns, ingested_at, scope } }) => `${start_ns} ${ingested_at} ${scope}`,
  );
  for (const sent of requests.values()) if (sent.length > 1) rankBySending(sent);
}

function areSentTogether({ row: a }: Span, { row: b }: Span): boolean {
  return a.start_ns === b.start_ns && a.ingested_at === b.ingested_at && a.scope === b.scope;
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
    startNs: BigInt(row.start_ns),
    endNs: BigInt(row.end_ns),
    isFromLog: row.marks.includes('from_log'),
    told: undefined,
    content: null,
    report: null,
    origin: null,
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
function link({ spans, missing }: Tree, added: readonly Span[]): void {
  for (const span of added) {
    const parentId = span.row.parent_span_id;
    span.parent = spans.get(parentId) ?? null;
    if (span.parent === null && parentId !== '') missing.add(parentId);
  }
  const chain: Span[] = [];
  for (const span of added) {
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
