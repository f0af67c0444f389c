import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { project } from './columns.ts';
import { sessionStatsRow } from './session-stats-row.ts';

/** One row, or none for a session that the store does not know. */
export const session = defineQuery({
  file: new URL('./session.sql', import.meta.url),
  params: z.object({ project, session_id: z.string() }),
  row: sessionStatsRow,
});
