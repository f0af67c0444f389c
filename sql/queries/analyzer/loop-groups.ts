import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter, instant } from '../columns.ts';

/** Incidents of the matching turns by kind and shape, the most frequent first. */
export const loopGroups = defineQuery({
  file: new URL('./loop_groups.sql', import.meta.url),
  params: filter.extend({ limit: z.number().int().min(1) }),
  row: z.object({
    kind: z.string(),
    shape: z.string(),
    tools: z.array(z.string()),
    loops: count,
    alerts: count,
    turns: count,
    calls: count,
    longest: count,
    cost_ms: z.number(),
    cost_usd: z.number(),
    side_effects: count,
    example_loop_id: z.string(),
    example_turn_id: z.string(),
    first_at: instant,
    last_at: instant,
  }),
});
export type LoopGroupRow = z.infer<typeof loopGroups.row>;
