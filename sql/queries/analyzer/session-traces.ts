import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Every trace of every session that one of `trace_ids` belongs to, the given ones included where they have a session. */
export const sessionTraces = defineQuery({
  file: new URL('./session_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()), limit: z.number().int() }),
  row: z.object({
    session_id: z.string(),
    trace_id: z.string(),
    first_at: instant,
    last_at: instant,
  }),
});
