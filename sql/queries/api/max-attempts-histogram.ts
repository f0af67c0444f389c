import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter } from '../columns.ts';

/** How many turns have how many max attempts; turns without calls are not in it. */
export const maxAttemptsHistogram = defineQuery({
  file: new URL('./max_attempts_histogram.sql', import.meta.url),
  params: filter,
  row: z.object({ attempts: count, turns: count }),
});
