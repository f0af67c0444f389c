import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { filter, instant } from '../columns.ts';

/** What is new in the range, the earliest first. */
export const markers = defineQuery({
  file: new URL('./markers.sql', import.meta.url),
  params: filter.pick({ project: true, from: true, to: true, agents: true }),
  row: z.object({
    kind: z.enum(['release', 'model', 'prompt']),
    agent: z.string(),
    name: z.string(),
    first_at: instant,
  }),
});
