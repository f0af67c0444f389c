import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';
import { turnStatsRow } from '../turn-stats-row.ts';

/** One row, or none for a turn that the store does not know. */
export const turn = defineQuery({
  file: new URL('./turn.sql', import.meta.url),
  params: z.object({ project, turn_id: z.string() }),
  row: turnStatsRow,
});
