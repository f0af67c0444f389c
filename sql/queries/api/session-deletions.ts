import { z } from 'zod';

import { sessionDeletionRow } from '../../rows/deletion-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Deletions of sessions, the latest first; an empty session id means all. */
export const sessionDeletions = defineQuery({
  file: new URL('./session_deletions.sql', import.meta.url),
  params: z.object({ project, session_id: z.string(), limit: z.number().int().min(1) }),
  row: sessionDeletionRow,
});
