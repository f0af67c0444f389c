import { z } from 'zod';

import { sessionDeletionRow } from '../../rows/deletion-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { project } from '../columns.ts';

/** Deletions that are not done, or of which something came within the last `back` seconds of the store's clock. */
export const lateOfDeleted = defineQuery({
  file: new URL('./late_of_deleted.sql', import.meta.url),
  params: z.object({ project, back: z.number().int().min(1), limit: z.number().int().min(1) }),
  row: sessionDeletionRow,
});
