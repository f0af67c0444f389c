import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { loopRow } from '../../rows/rows.ts';
import { project } from '../columns.ts';

/** One incident, or none. */
export const loop = defineQuery({
  file: new URL('./loop.sql', import.meta.url),
  params: z.object({ project, loop_id: z.string() }),
  row: loopRow,
});
