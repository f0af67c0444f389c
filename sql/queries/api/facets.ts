import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter } from '../columns.ts';
import { GUARD_STATES } from './turn-places.ts';

/** Up to fifty values of each facet, the most frequent first. */
export const facets = defineQuery({
  file: new URL('./facets.sql', import.meta.url),
  params: z.object({
    ...filter.shape,
    loops: z.array(z.string()),
    min_attempts: z.number().int().min(0),
    max_attempts: z.number().int().min(0),
    guards: z.array(z.enum(GUARD_STATES)),
    stops: z.array(z.string()),
    text: z.string(),
  }),
  row: z.object({
    facet: z.enum(['agent', 'model', 'version', 'tool', 'loop', 'guard', 'stop']),
    value: z.string(),
    turns: count,
    looping: count,
  }),
});
