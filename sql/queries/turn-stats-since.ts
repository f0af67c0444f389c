import { defineQuery } from '../query.ts';
import { news, storedUs } from './columns.ts';
import { turnStatsRow } from './turn-stats-row.ts';

/** Totals of the turns resolved since `after` (arrival time, not the spans' own), oldest news first. */
export const turnStatsSince = defineQuery({
  file: new URL('./turn_stats_since.sql', import.meta.url),
  params: news,
  row: turnStatsRow.extend({ stored_us: storedUs }),
});
