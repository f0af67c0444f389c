import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import type { Store } from '../../store/store.ts';
import { filter, page, project, sortValue } from '../columns.ts';
import { sessionStatsRow, type SessionStatsRow } from '../session-stats-row.ts';

const params = z.object({
  ...filter.shape,
  ...page.shape,
  sort: z.enum(['last_seen_at', 'max_attempts', 'calls', 'turns', 'errors', 'cost']),
  descending: z.union([z.literal(0), z.literal(1)]),
});
type SessionPageParams = z.infer<typeof params>;

const places = defineQuery({
  file: new URL('./session_page.sql', import.meta.url),
  params,
  row: z.object({ session_id: z.string(), sort_value: sortValue }),
});

/** What the turns of each of these sessions add up to, in any order; no row for a session that the store does not know. */
export const sessionTotals = defineQuery({
  file: new URL('./session_totals.sql', import.meta.url),
  params: z.object({ project, session_ids: z.array(z.string()) }),
  row: sessionStatsRow,
});

/** One page of sessions with a matching turn in the order of `sort`, ties by session id; totals are over the whole session. */
export async function readSessions(
  store: Store,
  asked: SessionPageParams,
): Promise<(SessionStatsRow & { sort_value: number })[]> {
  const shown = await store.query(places, asked);
  if (shown.length === 0) return [];
  const session_ids = shown.map((place) => place.session_id);
  const rows = await store.query(sessionTotals, { project: asked.project, session_ids });
  const byId = new Map(rows.map((row) => [row.session_id, row]));
  return shown.flatMap(({ session_id: id, sort_value }) => {
    const row = byId.get(id);
    return row === undefined ? [] : Object.assign(row, { sort_value });
  });
}
