import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { instant, int64, project } from '../columns.ts';

/** The turns that stand and hold some of the given traces, each with all of its traces. */
export const turnsOfTraces = defineQuery({
  file: new URL('./turns_of_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({
    turn_id: z.string(),
    session_id: z.string(),
    trace_id: z.string(),
    trace_ids: z.array(z.string()),
    started_at: instant,
    version: int64,
  }),
});
