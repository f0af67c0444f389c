import {
  alertStates,
  fromInstant,
  type AlertEventRow,
  type AlertStateRow,
  type Store,
} from '@loopscope/sql';

import { nextVersion, type Decision, type Standing } from './evaluate.ts';

export interface BookOptions {
  store: Store;
  project: string;
  /** Whether a receiver is sure not to have heard of what `row` owes it. */
  isUntried: (row: AlertStateRow, receiver: string) => boolean;
  now: () => number;
}

/** Where every alert stands: the store's rows, and in memory what no row needs. Memory follows the store. */
export interface Book {
  load(): Promise<void>;
  get: (alertId: string) => Standing | undefined;
  all(): Standing[];
  /** Writes what changed. What could not be written is not known either, so the next tick decides it anew. */
  apply(decisions: readonly (Decision | null)[]): Promise<void>;
  /** Drops from memory what ended before and is owed to nobody; the store keeps it. */
  forget(beforeMs: number): void;
  /** Writes that a receiver has, or never will have, what `row` owed it. */
  settle(row: AlertStateRow, receiver: string, event: AlertEventRow): Promise<void>;
}

const MOST_ALERTS = 100_000;

export function createBook({ store, project, isUntried, now }: BookOptions): Book {
  const standings = new Map<string, Standing>();

  /** Who never heard that it began is not told that it is over. */
  function withoutUnheardEnd(decision: Decision): Decision {
    const { row } = decision.standing;
    const previous = standings.get(row.alert_id)?.row;
    if (row.state !== 'resolved' || previous?.state !== 'firing') return decision;
    const undelivered = row.undelivered.filter((name) => !isUntried(previous, name));
    return { ...decision, standing: { ...decision.standing, row: { ...row, undelivered } } };
  }

  return {
    async load() {
      const rows = await store.query(alertStates, { project, states: [], limit: MOST_ALERTS });
      for (const row of rows) standings.set(row.alert_id, toStanding(row));
    },
    get: (alertId) => standings.get(alertId),
    all: () => [...standings.values()],
    async apply(decisions) {
      const made = decisions.filter((decision) => decision !== null).map(withoutUnheardEnd);
      const changed = made.filter((decision) => decision.changed);
      const events = made.map(({ event }) => event).filter((event) => event !== null);
      await store.insert(
        'alert_states',
        changed.map(({ standing }) => standing.row),
      );
      await store.insert('alert_events', events);
      for (const { standing } of made) standings.set(standing.row.alert_id, standing);
    },
    forget(beforeMs) {
      for (const { row } of standings.values()) {
        const isOver = row.state === 'resolved' || row.state === 'inactive';
        const isOld = fromInstant(row.updated_at) < beforeMs;
        if (isOver && isOld && row.undelivered.length === 0) standings.delete(row.alert_id);
      }
    },
    async settle(row, receiver, event) {
      const standing = standings.get(row.alert_id);
      // A later firing or resolve is owed on its own.
      if (standing?.row.since === row.since && standing.row.state === row.state) {
        const undelivered = standing.row.undelivered.filter((name) => name !== receiver);
        const version = nextVersion(standing.row.version, now());
        const settled = { ...standing.row, undelivered, version };
        standings.set(row.alert_id, { ...standing, row: settled });
        await store.insert('alert_states', [settled]);
      }
      await store.insert('alert_events', [event]);
    },
  };
}

/** What a start knows of an alert: it held when last written, and its subject was seen then. */
function toStanding(row: AlertStateRow): Standing {
  return {
    row,
    holds: row.state === 'firing' || row.state === 'pending',
    lastSeenMs: fromInstant(row.updated_at),
  };
}
