import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** What senders leave out since a time and how to get it, the most turns first. */
export const hints = defineQuery({
  file: new URL('./hints.sql', import.meta.url),
  params: z.object({
    project,
    from: instant,
    prefix: z.string(),
    prefix_length: z.number().int(),
  }),
  row: z.object({ hint: z.string(), turns: count }),
});
