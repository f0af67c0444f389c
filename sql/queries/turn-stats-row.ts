import { z } from 'zod';

import { turnVerdictRow } from '../rows/rows.ts';
import { instant } from './columns.ts';

/** A row of the view `turn_stats`. */
export const turnStatsRow = turnVerdictRow
  .omit({
    deleted: true,
    tool_totals: true,
    signatures: true,
    identities: true,
    error_templates: true,
  })
  .extend({
    started_at: instant,
    /** Null for a turn without calls. */
    distinct_ratio: z.number().nullable(),
  });
export type TurnStatsRow = z.infer<typeof turnStatsRow>;
