import { defineQuery } from '../query.ts';
import { news, storedUs } from './columns.ts';
import { sessionStatsRow } from './session-stats-row.ts';

/** Totals of the sessions with news since `after` (arrival time, not the spans' own), oldest news first. */
export const sessionStatsSince = defineQuery({
  file: new URL('./session_stats_since.sql', import.meta.url),
  params: news,
  row: sessionStatsRow.extend({ stored_us: storedUs }),
});
