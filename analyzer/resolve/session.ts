import { adoptCalls } from './adopt-calls.ts';
import { joinHistories } from './join-histories.ts';
import { setOrigin } from './read-spans.ts';
import { compareText } from './span.ts';
import type { Span } from './span.ts';

/** Spans that one conversation made, over all its traces. */
export interface Session {
  id: string;
  spans: Span[];
}

/**
 * Conversations of the spans: the id found anywhere in a trace counts for the whole trace, however late it came. A trace
 * without one follows the trace that carries the same given turn, or whose model call its own goes on from; else it is a
 * conversation of its own. An id that is new
 * with every trace therefore joins nothing, which is all that distrusting it could do.
 */
export function groupBySession(spans: readonly Span[]): Session[] {
  const traces = Map.groupBy(spans, (span) => span.row.trace_id);
  const named = new Map<string, string>();
  for (const [traceId, members] of traces) {
    const carrier = mostTrusted(members, (span) => span.row.session_id);
    if (carrier !== null) named.set(traceId, carrier.row.session_id);
  }
  const sessionOfTurn = firstOfTurn(traces, named);
  const unnamed = new Map<string, readonly Span[]>();
  for (const [traceId, members] of traces) {
    const turns = followed(members, sessionOfTurn);
    if (turns !== undefined && !named.has(traceId)) named.set(traceId, turns);
    if (!named.has(traceId)) unnamed.set(traceId, members);
  }
  const firstOf = joinHistories(unnamed);
  const sessions = new Map<string, Session>();
  for (const [traceId, members] of traces) {
    const id = named.get(traceId) ?? firstOf.get(traceId) ?? traceId;
    const session = sessions.get(id);
    if (session === undefined) sessions.set(id, { id, spans: members });
    else for (const span of members) session.spans.push(span);
  }
  adoptCalls([...sessions.values()]);
  for (const session of sessions.values()) setOrigin(session.spans);
  return [...sessions.values()].toSorted((a, b) => compareText(a.id, b.id));
}

/** Of the spans that say it, the one to believe. */
function mostTrusted(spans: readonly Span[], says: (span: Span) => string): Span | null {
  let most: Span | null = null;
  for (const span of spans) {
    if (says(span) !== '' && (most === null || byTrust(span, most) < 0)) most = span;
  }
  return most;
}

/** The id nearest the root is the user's; sub-agents below a tool like to make up their own. */
function byTrust(a: Span, b: Span): number {
  return (
    Number(a.isBelowTool) - Number(b.isBelowTool) ||
    a.depth - b.depth ||
    compareStart(a.startNs, b.startNs) ||
    compareText(a.row.span_id, b.row.span_id)
  );
}

function compareStart(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Session per given turn: a named one where some trace of the turn has it, else one of the turn's traces. */
function firstOfTurn(
  traces: ReadonlyMap<string, readonly Span[]>,
  named: ReadonlyMap<string, string>,
): Map<string, string> {
  const claims = new Map<string, Claim>();
  for (const [traceId, members] of traces) {
    const name = named.get(traceId);
    const claim = { id: name ?? traceId, isNamed: name !== undefined };
    for (const turn of new Set(members.map((span) => span.row.turn_id))) {
      const held = claims.get(turn);
      if (held === undefined || outranks(claim, held)) claims.set(turn, claim);
    }
  }
  claims.delete('');
  return new Map([...claims].map(([turn, claim]) => [turn, claim.id]));
}

interface Claim {
  id: string;
  isNamed: boolean;
}

function outranks(a: Claim, b: Claim): boolean {
  return a.isNamed === b.isNamed ? a.id < b.id : a.isNamed;
}

function followed(
  members: readonly Span[],
  sessionOfTurn: ReadonlyMap<string, string>,
): string | undefined {
  const given = mostTrusted(members, (span) => span.row.turn_id);
  return given === null ? undefined : sessionOfTurn.get(given.row.turn_id);
}
