import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { filter, page, sortValue } from './columns.ts';
import { sessionStatsRow } from './session-stats-row.ts';

/** One page of sessions in the order of `sort`, ties by session id. */
export const sessions = defineQuery({
  file: new URL('./sessions.sql', import.meta.url),
  params: z.object({
    ...filter.shape,
    ...page.shape,
    sort: z.enum(['last_seen_at', 'max_attempts', 'calls', 'turns', 'errors', 'cost']),
    descending: z.union([z.literal(0), z.literal(1)]),
  }),
  row: sessionStatsRow.extend({ sort_value: sortValue }),
});
