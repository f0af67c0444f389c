import { z } from 'zod';

import { loopRow } from '../../rows/rows.ts';
import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';
import { NEWS_BOUNDS } from './rule-bounds.ts';

const texts = z.array(z.string());

/** How many loops of each kind and severity some turns or sessions have. */
export const loopsOf = defineQuery({
  file: new URL('./loops_of.sql', import.meta.url),
  bounds: NEWS_BOUNDS,
  params: z.object({ project, turns: texts, sessions: texts }),
  row: loopRow
    .pick({ turn_id: true, session_id: true, kind: true, severity: true })
    .extend({ loops: count }),
});
