import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';

/** Tools that other turns called between such a failure of a tool and its success, the most frequent first. */
export const recoveries = defineQuery({
  file: new URL('./recoveries.sql', import.meta.url),
  params: z.object({
    project,
    tool: z.string(),
    error_template: z.string(),
    turn_id: z.string(),
    limit: z.number().int().min(1),
  }),
  row: z.object({ tool: z.string(), turns: count }),
});
