import { isQualifiedForm, canonicalTool } from './tool-name.ts';
import type { Span } from './span.ts';

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
  for (const stranger of strangers) {
    stranger.spans = stranger.spans.filter((span) => {
      const taker = span.row.kind === 'tool' ? takerOf(span, offers) : undefined;
      if (taker === undefined) return true;
      taker.taken.add(span.row.scope);
      taker.group.spans.push(span);
      return false;
    });
  }
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
  offers.sort((a, b) => Number(BigInt(a.span.row.start_ns) - BigInt(b.span.row.start_ns)));
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
