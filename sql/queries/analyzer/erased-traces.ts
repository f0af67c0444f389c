import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

const flag = z.union([z.literal(0), z.literal(1)]);

/** Which of the traces went with a deleted session; shared ones only in part. */
export const erasedTraces = defineQuery({
  file: new URL('./erased_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({ trace_id: z.string(), is_shared: flag }),
});
