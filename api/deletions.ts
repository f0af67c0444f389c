import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  eraseExtent,
  extentOf,
  lateOfDeleted,
  nextVersion,
  sessionDeletions,
  StoreError,
  type ErasedSubject,
  type SessionDeletionRow,
  type SessionExtent,
  type Store,
} from '@loopscope/sql';

import { toStoreInstant } from './instant.ts';
import type { Log } from './options.ts';
import type { RouteContext } from './route.ts';

export interface DeletionOrder {
  session_id: string;
  reason: string;
  by: string;
}

/** Sessions that people delete, and what of them comes afterwards. */
export interface Deletions {
  /** Null where nothing is kept of the session and nobody deleted it before. */
  order(order: DeletionOrder): Promise<SessionDeletionRow | null>;
  /** The latest first: of a session, of the session that a turn was of, or all. */
  list(of?: { session?: string; turn?: string }): Promise<SessionDeletionRow[]>;
  /** Takes away what came or was written since of sessions that are deleted; answers of how many. */
  sweep(backSeconds: number): Promise<number>;
  close(): Promise<void>;
}

interface DeletionsOptions extends RouteContext {
  intervalMs: number;
  log: Log;
}

const MOST_SHOWN = 1_000;
const MOST_SWEPT = 500;
/** Everything that is there: clocks of agents may be ahead. */
const EVER_AFTER = '2299-12-31 23:59:59.999';
/** As long as touches of traces are kept. */
const FIRST_BACK_S = 3 * 86_400;

export function createDeletions(options: DeletionsOptions): Deletions {
  const { store, project, now } = options;
  const list: Deletions['list'] = ({ session = '', turn = '' } = {}) =>
    store.query(sessionDeletions, {
      project,
      session_id: session,
      turn_id: turn,
      limit: MOST_SHOWN,
    });
  const sweep = async (back: number): Promise<number> => {
    const late = await store.query(lateOfDeleted, { project, back, limit: MOST_SWEPT });
    let swept = 0;
    for (const deletion of late) if (await sweepOne(store, deletion, now())) swept += 1;
    return swept;
  };
  const sweeping = sweepForEver(sweep, options);
  return {
    list,
    sweep,
    close: () => sweeping.close(),
    async order({ session_id, reason, by }) {
      const subject = { project, session_id, before: EVER_AFTER, trace_ids: [] };
      const extent = await extentOf(store, subject);
      if (extent.traces.length + extent.shared.length === 0)
        return (await list({ session: session_id }))[0] ?? null;
      const nowMs = now();
      const at = toStoreInstant(nowMs);
      const row: SessionDeletionRow = {
        ...subjectRow(subject, extent),
        deletion_id: randomUUID(),
        requested_at: at,
        requested_by: by,
        reason,
        spans: String(extent.storedSpans + extent.spans.length),
        state: 'begun',
        changed_at: at,
        version: nextVersion('0', nowMs),
      };
      // Whoever resolves traces knows from here on that these are not to be resolved again.
      await store.insert('session_deletions', [row]);
      return finish(store, { row, subject, extent }, now);
    },
  };
}

const subjectRow = (
  { project, session_id }: ErasedSubject,
  { traces, shared, turns }: SessionExtent,
) => ({
  project,
  session_id,
  trace_ids: traces,
  shared_trace_ids: shared,
  turn_ids: turns,
  traces: traces.length + shared.length,
  turns: turns.length,
});

interface Begun {
  row: SessionDeletionRow;
  subject: ErasedSubject;
  extent: SessionExtent;
}

/** A store that needs longer than one answer may take goes on by itself; the next sweep sees to the end. */
async function finish(
  store: Store,
  { row, subject, extent }: Begun,
  now: () => number,
): Promise<SessionDeletionRow> {
  try {
    await eraseExtent(store, subject, extent);
  } catch (error) {
    if (error instanceof StoreError && error.retryable) return row;
    throw error;
  }
  const done = { ...row, state: 'done' as const, ...changedAt(row, now()) };
  await store.insert('session_deletions', [done]);
  await touch(store, row.project, [...extent.traces, ...extent.shared]);
  return done;
}

const changedAt = ({ version }: SessionDeletionRow, nowMs: number) => ({
  changed_at: toStoreInstant(nowMs),
  version: nextVersion(version, nowMs),
});

/** What a look that was under way has written of them is found by the next one. */
async function touch(store: Store, project: string, traceIds: readonly string[]): Promise<void> {
  // The time of a touch is the store's own.
  const lines = traceIds.map((trace_id) => JSON.stringify({ project, trace_id }));
  await store.insertLines('touched_traces', Buffer.from(lines.join('\n')), randomUUID());
}

/** True where something was there to be taken away. */
async function sweepOne(store: Store, row: SessionDeletionRow, nowMs: number): Promise<boolean> {
  const { project, session_id, requested_at: before, trace_ids, shared_trace_ids } = row;
  const isBegun = row.state === 'begun';
  const known = [...trace_ids, ...shared_trace_ids];
  const subject = { project, session_id, before, trace_ids: known };
  const extent = await extentOf(store, subject);
  const { traces, shared, turns, alerts, storedSpans } = extent;
  const isNew = traces.length + shared.length > known.length;
  if (!isBegun && !isNew && storedSpans + turns.length + alerts.length + shared.length === 0) {
    return false;
  }
  await eraseExtent(store, subject, extent);
  if (!isBegun && !isNew) return true;
  const grown = {
    trace_ids: traces,
    shared_trace_ids: shared,
    turn_ids: [...new Set([...row.turn_ids, ...turns])],
    traces: traces.length + shared.length,
    spans: String(Number(row.spans) + (isBegun ? 0 : storedSpans)),
  };
  const changed = { ...row, ...grown, state: 'done' as const, ...changedAt(row, nowMs) };
  await store.insert('session_deletions', [changed]);
  return true;
}

function sweepForEver(
  sweep: (backSeconds: number) => Promise<number>,
  { intervalMs, log }: DeletionsOptions,
): { close(): Promise<void> } {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    let back = FIRST_BACK_S;
    let failures = 0;
    for (;;) {
      await sleep(intervalMs, undefined, { signal: stop.signal, ref: false });
      try {
        const swept = await sweep(back);
        if (swept > 0)
          log('info', 'came late of deleted sessions, and is gone', { sessions: swept });
        back = Math.ceil((3 * intervalMs) / 1_000);
        failures = 0;
      } catch (error) {
        if (failures === 0)
          log('warn', 'deleted sessions are not swept', { reason: String(error) });
        back = FIRST_BACK_S;
        failures += 1;
      }
    }
  };
  const running = run().catch(() => undefined);
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
