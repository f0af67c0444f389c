import { z } from 'zod';

import { turnVerdictRow } from '../rows.ts';
import { count, instant } from './columns.ts';

/** A row of the view `turn_stats`. */
export const turnStatsRow = turnVerdictRow.omit({ deleted: true }).extend({
  calls: count,
  model_calls: count,
  started_at: instant,
  distinct_signatures: count,
  distinct_identities: count,
  /** Null for a turn without calls. */
  distinct_ratio: z.number().nullable(),
  max_attempts: count,
  max_attempts_tool: z.string(),
  errors: count,
  retries: count,
  failed_identities: count,
  eventual_successes: count,
  retry_tokens: z.number(),
  retry_cost: z.number(),
});
export type TurnStatsRow = z.infer<typeof turnStatsRow>;
