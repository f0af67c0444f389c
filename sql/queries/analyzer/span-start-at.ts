import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { int64, project } from '../columns.ts';

/** Start of the span in that place, counted from 0, of some traces in order of start, copies included; nothing where there are fewer. */
export const spanStartAt = defineQuery({
  file: new URL('./span_start_at.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()), place: z.number().int() }),
  row: z.object({ start_ns: int64 }),
});
