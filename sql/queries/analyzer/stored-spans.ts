import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { flag, microInstant, project } from '../columns.ts';

/** Rows of each trace, copies included, the earliest time at which the store took one, and whether no merge can have taken any away; far cheaper than the rows. */
export const storedSpans = defineQuery({
  file: new URL('./stored_spans.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({
    trace_id: z.string(),
    spans: z.number().int(),
    first_at: microInstant,
    is_unmerged: flag,
  }),
  isUniform: true,
});
