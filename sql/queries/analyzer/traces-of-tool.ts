import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { microInstant, project } from '../columns.ts';

/** One page of the traces with calls of a tool, in order of their ids; `at`: the store's clock. */
export const tracesOfTool = defineQuery({
  file: new URL('./traces_of_tool.sql', import.meta.url),
  params: z.object({
    project,
    tool: z.string(),
    after: z.string(),
    limit: z.number().int().min(1),
  }),
  row: z.object({ trace_id: z.string(), at: microInstant }),
});
