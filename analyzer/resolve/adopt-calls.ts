import { compareText } from './span.ts';
import type { Span } from './span.ts';
import { isQualifiedForm, canonicalTool } from './tool-name.ts';

/** The spans of one conversation, or of one trace that names none. */
interface Group {
  spans: Span[];
}

/** By which two layers' clocks may disagree. */
const SLACK_NS = 2_000_000n;

/**
 * An RPC client whose context was lost reports its calls in a trace of its own, without a session. Each such call goes to
 * the session whose agent made it: one call in the same service at the same time with the same tool. What nobody claims
 * stays where it is.
 */
export function adoptCalls(groups: readonly Group[]): void {
  const strangers = groups.filter(isStranger);
  if (strangers.length === 0) return;
  const offers = offersOf(groups);
  const homes = new Map<Span, Group>();
  const tools = strangers.flatMap(({ spans }) => spans.filter(({ row }) => row.kind === 'tool'));
  for (const span of tools.toSorted(outermostFirst)) {
    const home = homeOf(span, homes, offers);
    home?.spans.push(span);
    if (home !== undefined) homes.set(span, home);
  }
  for (const stranger of strangers) {
    stranger.spans = stranger.spans.filter((span) => !homes.has(span));
  }
}

/** What lies within a call that was taken goes with it. */
function homeOf(
  span: Span,
  homes: ReadonlyMap<Span, Group>,
  offers: ReadonlyMap<string, readonly Offer[]>,
): Group | undefined {
  const outer = span.lane === null ? undefined : homes.get(span.lane);
  if (outer !== undefined) return outer;
  const taker = takerOf(span, offers);
  taker?.taken.add(span.row.scope);
  return taker?.group;
}

/** The same in whatever order spans have come. */
const outermostFirst = (a: Span, b: Span): number => a.depth - b.depth || byStart(a, b);

function byStart(a: Span, b: Span): number {
  return (
    Number(a.startNs - b.startNs) ||
    compareText(a.row.trace_id, b.row.trace_id) ||
    compareText(a.row.span_id, b.row.span_id)
  );
}

/** A trace of protocol calls alone. */
function isStranger({ spans }: Group): boolean {
  return (
    spans.some(({ row }) => row.kind === 'tool') &&
    spans.every(
      ({ row }) =>
        row.session_id === '' &&
        row.kind !== 'model' &&
        row.kind !== 'agent' &&
        (row.kind !== 'tool' || row.layer === 'protocol'),
    )
  );
}

/** A call that a framework reports, and the scopes of those that were found to be the same. */
interface Offer {
  span: Span;
  group: Group;
  taken: Set<string>;
}

function offersOf(groups: readonly Group[]): Map<string, Offer[]> {
  const offers: Offer[] = groups.flatMap((group) =>
    group.spans
      .filter(({ row }) => row.kind === 'tool' && row.layer !== 'protocol')
      .map((span) => ({ span, group, taken: new Set<string>() })),
  );
  offers.sort((a, b) => byStart(a.span, b.span));
  return Map.groupBy(offers, ({ span }) => span.row.service);
}

function takerOf({ row }: Span, offers: ReadonlyMap<string, readonly Offer[]>): Offer | undefined {
  const fitting = (offers.get(row.service) ?? []).filter(
    ({ span, taken }) => !taken.has(row.scope) && lies(row, span.row) && isSameTool(row, span.row),
  );
  return fitting.find(({ span }) => span.row.signature === row.signature) ?? fitting[0];
}

type Row = Span['row'];

function lies(inner: Row, outer: Row): boolean {
  return (
    BigInt(inner.start_ns) >= BigInt(outer.start_ns) - SLACK_NS &&
    BigInt(inner.end_ns) <= BigInt(outer.end_ns) + SLACK_NS
  );
}

/** Signatures carry the tool's name, so they can only contradict each other under one name. */
function isSameTool(a: Row, b: Row): boolean {
  if (a.tool === b.tool) {
    return a.signature === b.signature || a.signature === '' || b.signature === '';
  }
  return canonicalTool(a.tool) === canonicalTool(b.tool) || isQualifiedForm(a.tool, b.tool);
}
