import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { filter, page, sortValue } from '../columns.ts';

/** One page of the matching turns with the traces that they are made of, the oldest first. */
export const turnTraces = defineQuery({
  file: new URL('./turn_traces.sql', import.meta.url),
  params: z.object({ ...filter.shape, ...page.shape }),
  row: z.object({
    turn_id: z.string(),
    session_id: z.string(),
    trace_ids: z.array(z.string()),
    sort_value: sortValue,
  }),
});
