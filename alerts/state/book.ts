import {
  fromInstant,
  openAlerts,
  openDeliveries,
  toInstant,
  type AlertDeliveryRow,
  type AlertEventRow,
  type AlertStateRow,
  type Store,
} from '@loopscope/sql';

import type { Decision, Standing } from './evaluate.ts';

/** Where every alert stands, and what each receiver knows of it. The store's rows; memory follows the store. */
export interface Book {
  /** Reads what is open; forgets what it knew. */
  load(nowMs: number): Promise<void>;
  find: (rule: string, scope: string, subject: string) => Standing | undefined;
  all: () => Iterable<Standing>;
  size: () => number;
  deliveriesOf: (alertId: string) => ReadonlyMap<string, AlertDeliveryRow>;
  /** Writes what changed. What could not be written is not known either, so the next look decides it anew. */
  apply(decisions: readonly Decision[]): Promise<void>;
  /** Writes what receivers know now, all in one insert. */
  deliver(rows: readonly AlertDeliveryRow[], events: readonly AlertEventRow[]): Promise<void>;
  /** The same without writing. */
  remember: (rows: readonly AlertDeliveryRow[]) => void;
  /** Drops from memory what ended before and is owed to nobody; the store keeps it. */
  forget(beforeMs: number): void;
  /** The clock jumped: what counts time from an instant counts from one as much later. */
  shift(ms: number): void;
}

const PAGE_ROWS = 50_000;
/** An alert that ended longer ago begins anew when it fires again. */
export const KEPT_MS = 3_600_000;
const NO_DELIVERIES: ReadonlyMap<string, AlertDeliveryRow> = new Map();

export function createBook(store: Store, project: string, pageRows = PAGE_ROWS): Book {
  const standings = new Map<string, Standing>();
  const deliveries = new Map<string, Map<string, AlertDeliveryRow>>();

  const keep = (standing: Standing): void => {
    const { rule, scope, subject } = standing.row;
    standings.set(keyOf(rule, scope, subject), standing);
  };
  const keepDelivery = (row: AlertDeliveryRow): void => {
    const known = deliveries.get(row.alert_id);
    if (known === undefined) deliveries.set(row.alert_id, new Map([[row.receiver, row]]));
    else known.set(row.receiver, row);
  };

  return {
    async load(nowMs) {
      const since = toInstant(Math.max(0, nowMs - KEPT_MS));
      const { states, told } = await readOpen(store, { project, since, limit: pageRows });
      standings.clear();
      deliveries.clear();
      for (const row of states) keep(toStanding(row));
      for (const row of told) keepDelivery(row);
    },
    find: (rule, scope, subject) => standings.get(keyOf(rule, scope, subject)),
    all: () => standings.values(),
    size: () => standings.size,
    deliveriesOf: (alertId) => deliveries.get(alertId) ?? NO_DELIVERIES,
    async apply(decisions) {
      await insertDecisions(store, decisions);
      for (const { standing } of decisions) {
        if (isNothing(standing)) {
          standings.delete(keyOf(standing.row.rule, standing.row.scope, standing.row.subject));
        } else keep(standing);
      }
    },
    async deliver(rows, events) {
      await store.insert('alert_deliveries', [...rows]);
      for (const row of rows) keepDelivery(row);
      await store.insert('alert_events', [...events]);
    },
    remember(rows) {
      for (const row of rows) keepDelivery(row);
    },
    forget(beforeMs) {
      for (const [key, { row }] of standings) {
        if (!isOverSince(row, beforeMs)) continue;
        const told = deliveries.get(row.alert_id) ?? NO_DELIVERIES;
        if ([...told.values()].some(owesEnd)) continue;
        standings.delete(key);
        deliveries.delete(row.alert_id);
      }
    },
    shift(ms) {
      for (const [key, standing] of standings) standings.set(key, shifted(standing, ms));
      for (const told of deliveries.values()) shiftDeliveries(told, ms);
    },
  };
}

async function readOpen(store: Store, asked: { project: string; since: string; limit: number }) {
  const states = await allPages(asked.limit, (last?: AlertStateRow) =>
    store.query(openAlerts, { ...asked, after: last?.alert_id ?? '' }),
  );
  const told = await allPages(asked.limit, (last?: AlertDeliveryRow) => {
    const after = { after: last?.alert_id ?? '', after_receiver: last?.receiver ?? '' };
    return store.query(openDeliveries, { ...asked, ...after });
  });
  return { states, told };
}

/** Page after page, each from where the last one ended. */
async function allPages<R>(rows: number, read: (last?: R) => Promise<R[]>): Promise<R[]> {
  const pages: R[][] = [];
  do pages.push(await read(pages.at(-1)?.at(-1)));
  while (pages.at(-1)?.length === rows);
  return pages.flat();
}

async function insertDecisions(store: Store, decisions: readonly Decision[]): Promise<void> {
  const changed = decisions.filter((decision) => decision.changed);
  await store.insert(
    'alert_states',
    changed.map(({ standing }) => standing.row),
  );
  await store.insert(
    'alert_events',
    decisions.flatMap(({ event }) => (event === null ? [] : [event])),
  );
}

function isOverSince(row: AlertStateRow, beforeMs: number): boolean {
  const isOver = row.state === 'resolved' || row.state === 'inactive';
  return isOver && fromInstant(row.updated_at) < beforeMs;
}

function shifted(standing: Standing, ms: number): Standing {
  const { row, lastSeenMs, clearSinceMs } = standing;
  const isPending = row.state === 'pending';
  return {
    ...standing,
    lastSeenMs: lastSeenMs + ms,
    clearSinceMs: clearSinceMs === null ? null : clearSinceMs + ms,
    row: isPending ? { ...row, since: toInstant(fromInstant(row.since) + ms) } : row,
  };
}

function shiftDeliveries(told: Map<string, AlertDeliveryRow>, ms: number): void {
  for (const [receiver, row] of told) {
    told.set(receiver, { ...row, told_at: toInstant(fromInstant(row.told_at) + ms) });
  }
}

/** A subject of which nothing was ever stored and that does not hold is no alert. */
const isNothing = ({ row, looks }: Standing): boolean =>
  row.version === '0' && looks.every((look) => !look);

const keyOf = (rule: string, scope: string, subject: string): string =>
  `${rule}\n${scope}\n${subject}`;

/** Whether a receiver heard, or may have heard, of the beginning and not yet of the end. */
export const owesEnd = ({ told, trying, doubtful }: AlertDeliveryRow): boolean =>
  told === 'firing' ||
  (trying === 'firing' && doubtful === 1) ||
  (trying === 'resolved' && told !== 'resolved');

/** What a start knows of an alert: it held when last written. */
function toStanding(row: AlertStateRow): Standing {
  return {
    row,
    holds: row.state === 'firing' || row.state === 'pending',
    // Rows of older versions do not say when their subject was seen.
    lastSeenMs: fromInstant(row.last_seen_at) || fromInstant(row.updated_at),
    arrival: '',
    clearSinceMs: null,
    looks: row.looks.map((look) => look === 1),
    isStale: false,
  };
}
