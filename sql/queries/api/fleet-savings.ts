import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter } from '../columns.ts';

/** What each cap of attempts per key, 1 to 10, would have saved over the matching turns; a cap that nothing exceeds has no row. */
export const fleetSavings = defineQuery({
  file: new URL('./fleet_savings.sql', import.meta.url),
  params: filter,
  row: z.object({
    cap: z.number().int(),
    calls: count,
    ms: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost: z.number(),
    side_effects: count,
    /** Turns that the cap ends, and those of them in which nothing looped. */
    turns_cut: count,
    healthy_turns_cut: count,
  }),
});
