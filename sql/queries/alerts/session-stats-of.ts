import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project, storedUs } from '../columns.ts';
import { NEWS_BOUNDS } from './rule-bounds.ts';
import { sessionStatsRow } from '../session-stats-row.ts';

/** Totals of some sessions, with the arrival of their latest turn; it costs what these sessions hold. */
export const sessionStatsOf = defineQuery({
  file: new URL('./session_stats_of.sql', import.meta.url),
  bounds: NEWS_BOUNDS,
  params: z.object({ project, ids: z.array(z.string()) }),
  row: sessionStatsRow.extend({ stored_us: storedUs }),
});
