import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { int64, project } from '../columns.ts';

const texts = z.array(z.string());

/** What stands of a session in its traces. Always one row. */
export const rowsOfTraces = defineQuery({
  file: new URL('./rows_of_traces.sql', import.meta.url),
  params: z.object({ project, session_id: z.string(), traces: texts, shared: texts }),
  row: z.object({
    turns: texts,
    /** In shared traces. */
    spans: texts,
    stored_spans: int64,
    /** Alerts of the session and its turns that have ended. */
    alerts: texts,
  }),
});
