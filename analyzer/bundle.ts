import { fromInstant } from '@loopscope/sql';
import type { ResolvedKey } from '@loopscope/sql';

import { createDisjointSets } from './resolve/disjoint-sets.ts';
import type { DisjointSets } from './resolve/disjoint-sets.ts';
import { currentKey } from './row-key.ts';

/** Traces that can only be resolved together, and what stands resolved of them now. */
export interface Bundle {
  traceIds: string[];
  /** Sessions, and traces without one, in order: the same whichever of the traces was touched. */
  owner: string;
  current: ReadonlyMap<string, ResolvedKey>;
  /** Spans of it went with a deleted session: what is left is newer than what stands, though it is less. */
  isErased?: true;
  /** One trace, and no other one of its session, however long ago. */
  isAlone?: boolean;
}

/** One trace of a session: when its spans that name the session began. */
export interface SessionTrace {
  session_id: string;
  trace_id: string;
  first_at: string;
  last_at: string;
}

/** Traces of one session further apart than this are never one turn, so the older ones need not be read again. */
const MAX_GAP_MS = 15 * 60_000;
/** A session id on more traces than this without a break is no conversation: then each trace is taken alone. */
const MAX_TRACES = 5_000;

/** Of each session, the stretches that one of the touched traces lies in. */
export function stretchesOf(
  traces: readonly SessionTrace[],
  touched: ReadonlySet<string>,
): { sessionId: string; traceIds: string[] }[] {
  return [...Map.groupBy(traces, (trace) => trace.session_id)].flatMap(([sessionId, members]) =>
    splitAtGaps(members)
      .filter((ids) => ids.length <= MAX_TRACES && ids.some((id) => touched.has(id)))
      .map((traceIds) => ({ sessionId, traceIds })),
  );
}

function splitAtGaps(traces: readonly SessionTrace[]): string[][] {
  const ordered = traces
    .map(({ trace_id, first_at, last_at }) => ({
      trace_id,
      start: fromInstant(first_at),
      end: fromInstant(last_at),
    }))
    .toSorted((a, b) => a.start - b.start);
  const stretches: string[][] = [];
  let end = -Infinity;
  for (const trace of ordered) {
    if (trace.start - end > MAX_GAP_MS) stretches.push([]);
    stretches.at(-1)?.push(trace.trace_id);
    end = Math.max(end, trace.end);
  }
  return stretches;
}

/** Traces that may report the same calls. */
export type Twins = readonly { trace_id: string; twin_id: string }[];

/** What says that traces belong together: their session, calls that both may report, and turns that held them before. */
export interface Ties {
  stretches: readonly { sessionId: string; traceIds: readonly string[] }[];
  twins: Twins;
  current: readonly ResolvedKey[];
}

/** Touched traces and what is tied to them -> bundles. */
export function bundle(touched: Iterable<string>, { stretches, twins, current }: Ties): Bundle[] {
  const sets = createDisjointSets();
  const traceIds = new Set(touched);
  const sessionOf = new Map<string, string>();
  for (const { sessionId, traceIds: members } of stretches) {
    for (const traceId of members) {
      traceIds.add(traceId);
      sessionOf.set(traceId, earliest(sessionOf.get(traceId), sessionId));
    }
    joinAll(sets, members);
  }
  for (const { trace_id, twin_id } of twins) {
    traceIds.add(twin_id);
    sets.join(twin_id, trace_id);
  }
  for (const rows of Map.groupBy(current, (row) => row.turn_id).values()) {
    joinAll(
      sets,
      rows.map((row) => row.trace_id),
    );
  }
  for (const row of current) traceIds.add(row.trace_id);
  const currentOf = Map.groupBy(current, (row) => sets.find(row.trace_id));
  return [...Map.groupBy(traceIds, (traceId) => sets.find(traceId))].map(([name, members]) => ({
    traceIds: members.toSorted(),
    owner: members.map((traceId) => sessionOf.get(traceId) ?? traceId).reduce(earliest),
    current: new Map((currentOf.get(name) ?? []).map((row) => [currentKey(row), row])),
  }));
}

function joinAll(sets: DisjointSets, names: readonly string[]): void {
  const [first] = names;
  if (first !== undefined) for (const name of names) sets.join(name, first);
}

function earliest(a: string | undefined, b: string): string {
  return a === undefined || b < a ? b : a;
}
