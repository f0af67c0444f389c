import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { loopRow } from '../../rows/rows.ts';
import { project } from '../columns.ts';

/** The loops of one turn, the earliest first. */
export const turnLoops = defineQuery({
  file: new URL('./turn_loops.sql', import.meta.url),
  params: z.object({ project, turn_id: z.string() }),
  row: loopRow,
});
