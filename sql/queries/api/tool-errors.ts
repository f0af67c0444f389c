import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { toolCallRow } from '../../rows/rows.ts';
import { count, filter, instant } from '../columns.ts';

/** Error classes and templates of one tool in the matching turns, the most frequent first. */
export const toolErrors = defineQuery({
  file: new URL('./tool_errors.sql', import.meta.url),
  params: filter.extend({ tool: z.string(), limit: z.number().int().min(1) }),
  row: z.object({
    error_class: z.string(),
    error_template: z.string(),
    error_family: toolCallRow.shape.error_family,
    calls: count,
    last_at: instant,
    class_calls: count,
  }),
});
