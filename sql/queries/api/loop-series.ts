import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter, instant } from '../columns.ts';

/** Loops of the matching turns by kind, one row per step in which any began. */
export const loopSeries = defineQuery({
  file: new URL('./loop_series.sql', import.meta.url),
  params: filter.extend({ step_seconds: z.number().int().min(1) }),
  row: z.object({ t: instant, by_kind: z.record(z.string(), count) }),
});
