import { loopsOf, sessionStatsOf, subjectsSince, turnStatsOf, type Store } from '@loopscope/sql';

import { sessionSubject, turnSubject, type LoopCount, type News, type Subject } from './subject.ts';

export type NewsScope = 'session' | 'turn';

/** A place in the order of arrival: microseconds of the store's clock as digits, and within one moment the id. */
export interface Place {
  us: string;
  id: string;
}

export function isBefore(one: Place, other: Place): boolean {
  const [left, right] = [BigInt(one.us), BigInt(other.us)];
  return left === right ? one.id < other.id : left < right;
}

/** Whom something arrived of. */
export interface Arrivals {
  /** Id -> what arrived of it, named so that another look finds it again. */
  of: ReadonlyMap<string, string>;
  /** Where the next page begins; null where nothing is behind it. */
  next: Place | null;
  /** How many are behind this page. */
  waiting: number;
}

/** Sessions or turns of which something arrived behind a place, whatever times their spans have; a page of them. */
export async function readArrivals(
  store: Store,
  {
    project,
    scope,
    after,
    limit,
  }: { project: string; scope: NewsScope; after: Place; limit: number },
): Promise<Arrivals> {
  const asked = { project, scope, after: after.us, after_id: after.id, limit };
  const rows = await store.query(subjectsSince, asked);
  const last = rows.at(-1);
  const waiting = Math.max(0, (rows[0]?.waiting ?? 0) - rows.length);
  return {
    of: new Map(rows.map(({ id, stored_us, arrivals }) => [id, `${stored_us} ${arrivals}`])),
    next: last === undefined ? null : { us: last.stored_us, id: last.id },
    waiting,
  };
}

export interface SubjectsQuestion {
  project: string;
  ids: string[];
  /** What is to be added to the store's clock to read the evaluator's, milliseconds. */
  clockOffsetMs: number;
}

/** What is known of some sessions or turns, but for their loops. */
export async function readSubjects(
  store: Store,
  scope: NewsScope,
  { project, ids, clockOffsetMs }: SubjectsQuestion,
): Promise<Subject[]> {
  const seen = (arrival: string): News => ({
    arrival,
    lastSeenMs: Number(arrival) / 1_000 + clockOffsetMs,
  });
  if (scope === 'session') {
    const rows = await store.query(sessionStatsOf, { project, ids });
    return rows.map((row) => sessionSubject(row, seen(row.stored_us)));
  }
  const rows = await store.query(turnStatsOf, { project, ids });
  return rows.map((row) => turnSubject(row, seen(row.stored_us)));
}

/** Loops of some sessions or turns, counted by kind and severity. */
export async function readLoops(
  store: Store,
  scope: NewsScope,
  { project, ids }: { project: string; ids: string[] },
): Promise<ReadonlyMap<string, readonly LoopCount[]>> {
  const of = scope === 'turn' ? { turns: ids, sessions: [] } : { turns: [], sessions: ids };
  const rows = await store.query(loopsOf, { project, ...of });
  return Map.groupBy(rows, (row) => (scope === 'turn' ? row.turn_id : row.session_id));
}
