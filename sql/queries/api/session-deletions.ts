import { z } from 'zod';

import { sessionDeletionRow } from '../../rows/deletion-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Deletions of sessions, the latest first: of one session, of the session that a turn was of, of all where both ids are empty. */
export const sessionDeletions = defineQuery({
  file: new URL('./session_deletions.sql', import.meta.url),
  params: z.object({
    project,
    session_id: z.string(),
    turn_id: z.string(),
    limit: z.number().int().min(1),
  }),
  row: sessionDeletionRow,
});
