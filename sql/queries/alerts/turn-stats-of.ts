import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project, storedUs } from '../columns.ts';
import { NEWS_BOUNDS } from './rule-bounds.ts';
import { turnStatsRow } from '../turn-stats-row.ts';

/** Totals of some turns, with their arrival. */
export const turnStatsOf = defineQuery({
  file: new URL('./turn_stats_of.sql', import.meta.url),
  bounds: NEWS_BOUNDS,
  params: z.object({ project, ids: z.array(z.string()) }),
  row: turnStatsRow.extend({ stored_us: storedUs }),
});
