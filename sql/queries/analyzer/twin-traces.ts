import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Traces that may report the same calls as one of `trace_ids`, by another layer and without a session in common. */
export const twinTraces = defineQuery({
  file: new URL('./twin_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()), limit: z.number().int() }),
  row: z.object({ trace_id: z.string(), twin_id: z.string() }),
});
