import { z } from 'zod';

import { defineQuery } from '../../query.ts';
import { count, project } from '../columns.ts';

/** Tools that other turns called right before a tool that had failed like this succeeded, the most frequent first. */
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
