import { z } from 'zod';

import { instant, project } from './columns.ts';

/** What a replay reads of a range, no more than `limit` rows of it. */
export const replayRange = z.object({
  project,
  /** Included. */
  from: instant,
  /** Excluded. */
  to: instant,
  limit: z.number().int().min(1),
});
