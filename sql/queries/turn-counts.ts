import { z } from 'zod';

import { defineQuery } from '../store/query.ts';
import { count, filter } from './columns.ts';

/** How many turns match, and what they add up to; always one row. */
export const turnCounts = defineQuery({
  file: new URL('./turn_counts.sql', import.meta.url),
  params: filter,
  row: z.object({
    turns: count,
    turns_with_calls: count,
    healthy_turns: count,
    looping_turns: count,
    calls: count,
    ms: z.number(),
    tokens: z.number(),
    cost: z.number(),
  }),
});
