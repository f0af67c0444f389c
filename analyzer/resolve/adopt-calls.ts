import type { Session } from './session.ts';
import { isQualifiedForm, canonicalTool } from './tool-name.ts';
import type { Span } from './span.ts';

/** By which two layers' clocks may disagree. */
const SLACK_NS = 2_000_000n;

/**
 * An RPC client whose context was lost reports its calls in a trace of its own, without a session. Each such call goes to
 * the session whose agent made it: one call in the same service at the same time with the same tool. What nobody claims
 * stays where it is.
 */
export function adoptCalls(sessions: readonly Session[]): void {
  const strangers = sessions.filter(isStranger);
  if (strangers.length === 0) return;
  const offers = offersOf(sessions);
  for (const stranger of strangers) {
    stranger.spans = stranger.spans.filter((span) => {
      const taker = span.row.kind === 'tool' ? takerOf(span, offers) : undefined;
      if (taker === undefined) return true;
      taker.taken.add(span.row.scope);
      taker.session.spans.push(span);
      return false;
    });
  }
}

/** A trace of protocol calls alone. */
function isStranger({ spans }: Session): boolean {
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
  session: Session;
  taken: Set<string>;
}

function offersOf(sessions: readonly Session[]): Map<string, Offer[]> {
  const offers: Offer[] = sessions.flatMap((session) =>
    session.spans
      .filter(({ row }) => row.kind === 'tool' && row.layer !== 'protocol')
      .map((span) => ({ span, session, taken: new Set<string>() })),
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
