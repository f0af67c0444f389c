import { z } from 'zod';

import { turnVerdictRow } from '../rows.ts';
import { count, instant } from './columns.ts';

/** A row of the view `turn_stats`. */
export const turnStatsRow = turnVerdictRow
  .omit({
    deleted: true,
    signatures: true,
    identities: true,
    unsigned_calls: true,
    unidentified_calls: true,
  })
  .extend({
    started_at: instant,
    distinct_signatures: count,
    distinct_identities: count,
    /** Null for a turn without calls. */
    distinct_ratio: z.number().nullable(),
  });
export type TurnStatsRow = z.infer<typeof turnStatsRow>;
