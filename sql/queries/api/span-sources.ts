import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** Who sends tool spans since a time, and how many lack their texts; deliveries that came twice count twice. */
export const spanSources = defineQuery({
  file: new URL('./span_sources.sql', import.meta.url),
  params: z.object({ project, from: instant }),
  row: z.object({
    dialect: z.string(),
    scope: z.string(),
    service: z.string(),
    tool_spans: count,
    without_arguments: count,
    without_result: count,
    last_at: instant,
  }),
});
