import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { flag, project } from '../columns.ts';

/** Which of the traces went with a deleted session; shared ones only in part. */
export const erasedTraces = defineQuery({
  file: new URL('./erased_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: z.object({ trace_id: z.string(), is_shared: flag }),
});
