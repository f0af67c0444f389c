import { z } from 'zod';

import { loopRow } from '../../rows/rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

const texts = z.array(z.string());

/** The worst loop of each turn, or of each session. */
export const worstLoops = defineQuery({
  file: new URL('./worst_loops.sql', import.meta.url),
  params: z.object({ project, turns: texts, sessions: texts }),
  row: loopRow,
});
