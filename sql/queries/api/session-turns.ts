import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';
import { turnStatsRow } from '../turn-stats-row.ts';

/** The turns of one session in the order in which they began. */
export const sessionTurns = defineQuery({
  file: new URL('./session_turns.sql', import.meta.url),
  params: z.object({ project, session_id: z.string(), limit: z.number().int().min(1) }),
  row: turnStatsRow,
});
