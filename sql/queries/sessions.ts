import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { filter, page, sortValue } from './columns.ts';
import { sessionStatsRow } from './session-stats-row.ts';

/** One page of sessions, the latest seen first, ties by session id. */
export const sessions = defineQuery({
  file: new URL('./sessions.sql', import.meta.url),
  params: z.object({ ...filter.shape, ...page.shape }),
  row: sessionStatsRow.extend({ sort_value: sortValue }),
});
