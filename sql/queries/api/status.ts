import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** What the store holds; exactly one row. */
export const status = defineQuery({
  file: new URL('./status.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({
    spans: count,
    /** Of any other kind than `other`. */
    agent_spans: count,
    /** Arrival of the latest span; null while there is none. */
    last_span_at: instant.nullable(),
    turns: count,
    rejected_spans: count,
  }),
});
