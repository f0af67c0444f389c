import { fromInstant } from './instant.ts';
import { rowsOfTraces } from './queries/erase/rows-of-traces.ts';
import { tracesOfSession } from './queries/erase/traces-of-session.ts';
import { eraseStatements } from './schema.ts';
import type { Store } from './store/store.ts';

/** Which session, and how much of it. */
export interface ErasedSubject {
  project: string;
  session_id: string;
  /** Of what begins at it or later nothing is taken away. `YYYY-MM-DD hh:mm:ss.mmm`, UTC. */
  before: string;
  /** Traces that are known to go whole. */
  trace_ids: readonly string[];
}

/** What is kept of a session. */
export interface SessionExtent {
  traces: string[];
  /** Traces that turns of other sessions lie in as well. */
  shared: string[];
  turns: string[];
  /** Spans of its turns in the shared traces. */
  spans: string[];
  /** Alerts of it that have ended. */
  alerts: string[];
  /** Of its own traces, as stored. */
  storedSpans: number;
}

/** Ids travel in the address of a request to a server, which holds about a megabyte. */
const MAX_IDS = 5_000;

/** What there is of a session now. */
export async function extentOf(store: Store, subject: ErasedSubject): Promise<SessionExtent> {
  const { project, session_id, before } = subject;
  const found = await inChunks(subject.trace_ids, (trace_ids) =>
    store.query(tracesOfSession, { project, session_id, before, trace_ids }),
  );
  const sharedOf = new Map(found.map(({ trace_id, is_shared }) => [trace_id, is_shared === 1]));
  const ids = [...sharedOf.keys()];
  const rows = await inChunks(ids, (chunk) =>
    store.query(rowsOfTraces, {
      project,
      session_id,
      traces: chunk.filter((id) => sharedOf.get(id) !== true),
      shared: chunk.filter((id) => sharedOf.get(id) === true),
    }),
  );
  const distinct = (of: (row: (typeof rows)[number]) => string[]): string[] => [
    ...new Set(rows.flatMap(of)),
  ];
  return {
    traces: ids.filter((id) => sharedOf.get(id) !== true),
    shared: ids.filter((id) => sharedOf.get(id) === true),
    turns: distinct(({ turns }) => turns),
    spans: distinct(({ spans }) => spans),
    alerts: distinct(({ alerts }) => alerts),
    storedSpans: rows.reduce((sum, { stored_spans }) => sum + Number(stored_spans), 0),
  };
}

/** Takes everything of the extent out of every table; resolves when no table shows any of it. May run twice. */
export async function eraseExtent(
  store: Store,
  { project, session_id, before }: ErasedSubject,
  extent: SessionExtent,
): Promise<void> {
  const lists = [extent.traces, extent.shared, extent.turns, extent.spans, extent.alerts];
  const longest = Math.max(1, ...lists.map((list) => list.length));
  for (let from = 0; from < longest; from += MAX_IDS) {
    const part = (list: readonly string[]): string[] => list.slice(from, from + MAX_IDS);
    const params = {
      project,
      session_id,
      // A time that is bound here reaches the mutation in a form that it does not read.
      before_ms: fromInstant(before),
      traces: part(extent.traces),
      // A span of a later part may lie in a shared trace of an earlier one.
      shared: extent.shared,
      turns: part(extent.turns),
      spans: part(extent.spans),
      alerts: part(extent.alerts),
    };
    for (const sql of eraseStatements(store.layout)) {
      await store.erase({ name: 'erase_session', sql, params });
    }
  }
}

/** At least one question, so that what is found without ids is found. */
async function inChunks<Row>(
  ids: readonly string[],
  ask: (chunk: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await ask(ids.slice(0, MAX_IDS));
  for (let from = MAX_IDS; from < ids.length; from += MAX_IDS) {
    for (const row of await ask(ids.slice(from, from + MAX_IDS))) rows.push(row);
  }
  return rows;
}
