import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { microInstant, project } from '../columns.ts';

/** Rows of each trace, copies included, and the earliest time at which the store took one; far cheaper than the rows. */
export const storedSpans = defineQuery({
  file: new URL('./stored_spans.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({ trace_id: z.string(), spans: z.number().int(), first_at: microInstant }),
  isUniform: true,
});
