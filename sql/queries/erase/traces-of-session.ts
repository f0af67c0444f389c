import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { instant, project } from '../columns.ts';

/** Traces of a session that began before `before`, and those given; shared where another session's turn lies in one too. */
export const tracesOfSession = defineQuery({
  file: new URL('./traces_of_session.sql', import.meta.url),
  params: z.object({
    project,
    session_id: z.string(),
    before: instant,
    trace_ids: z.array(z.string()),
  }),
  row: z.object({ trace_id: z.string(), is_shared: z.union([z.literal(0), z.literal(1)]) }),
});
