import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter, instant } from '../columns.ts';

/** Percentiles over turns with calls, one row per step that has any, by the turn's start. */
export const maxAttemptsSeries = defineQuery({
  file: new URL('./max_attempts_series.sql', import.meta.url),
  params: filter.extend({ step_seconds: z.number().int().min(1) }),
  row: z.object({ t: instant, turns: count, p50: count, p95: count, p99: count, max: count }),
});
