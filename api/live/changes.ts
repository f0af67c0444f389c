import { freshAlerts, freshLoops, freshTurns, latestNews, type Store } from '@loopscope/sql';

import type { LiveEvent } from '../contract/index.ts';
import type { LivePosition } from './position.ts';

/** One row that the store took; `key` tells a second look at it from a second piece of news. */
export type Change =
  | { key: string; kind: 'turn'; turnId: string; atMs: number }
  | { key: string; kind: 'event'; event: LiveEvent };

export interface Changes {
  changes: readonly Change[];
  /** Where to read on from. */
  position: LivePosition;
  /** Whether nothing more was stored behind it. */
  isLast: boolean;
}

/** Of each source; what is more is on the next page. */
const MOST_ROWS = 500;

/** The present: what is stored after it is news. */
export async function readPosition(store: Store, project: string): Promise<LivePosition> {
  const [position] = await store.query(latestNews, { project });
  return position ?? { turns: '0', loops: '0', alerts: '0' };
}

/** A page of what the store took since `since`. */
export async function readChanges(
  store: Store,
  project: string,
  since: LivePosition,
): Promise<Changes> {
  const news = (after: string) => ({ project, after, limit: MOST_ROWS });
  const [turns, loops, alerts] = await Promise.all([
    store.query(freshTurns, news(since.turns)),
    store.query(freshLoops, news(since.loops)),
    store.query(freshAlerts, news(since.alerts)),
  ]);
  const changes: Change[] = [
    ...turns.map((row): Change => ({
      key: `turn ${row.turn_id} ${row.stored_us}`,
      kind: 'turn',
      turnId: row.turn_id,
      atMs: Number(row.stored_us) / 1_000,
    })),
    ...loops.map((row): Change => ({
      key: `loop ${row.loop_id} ${row.stored_us}`,
      kind: 'event',
      event: {
        type: 'loop',
        loop_id: row.loop_id,
        turn_id: row.turn_id,
        kind: row.kind,
        summary: row.summary,
      },
    })),
    ...alerts.map((row): Change => ({
      key: `alert ${row.alert_id} ${row.stored_us}`,
      kind: 'event',
      event: { type: 'alert', alert_id: row.alert_id, rule: row.rule, state: row.state },
    })),
  ];
  const position = {
    turns: turns.at(-1)?.stored_us ?? since.turns,
    loops: loops.at(-1)?.stored_us ?? since.loops,
    alerts: alerts.at(-1)?.stored_us ?? since.alerts,
  };
  const isLast = [turns, loops, alerts].every((rows) => rows.length < MOST_ROWS);
  return { changes, position, isLast };
}

export type ReadChanges = (since: LivePosition) => Promise<Changes>;

/** Page after page of what was stored since, as long as somebody is there to hear of it. */
export async function* pagesSince(
  since: LivePosition,
  readChanges: ReadChanges,
  isHeard: () => boolean,
): AsyncGenerator<Changes> {
  let from = since;
  for (let isLast = false; !isLast && isHeard();) {
    const page = await readChanges(from);
    ({ position: from, isLast } = page);
    yield page;
  }
}

/** All turns in one event, then loops and alerts in their order. */
export function toEvents(changes: readonly Change[]): LiveEvent[] {
  const turns = changes.filter((change) => change.kind === 'turn');
  const rest = changes.filter((change) => change.kind === 'event').map(({ event }) => event);
  const last = turns.at(-1);
  if (last === undefined) return rest;
  const at = new Date(last.atMs).toISOString();
  return [{ type: 'turns', turn_ids: turns.map(({ turnId }) => turnId), at }, ...rest];
}
