import { z } from 'zod';

import { instant, project } from '../columns.ts';

/** What a replay reads of a range, no more than `limit` rows of it. */
export const replayRange = z.object({
  project,
  /** Included. */
  from: instant,
  /** Excluded. */
  to: instant,
  /** `at_ms` of a row: when it arrived, as the evaluator saw it, or when it happened by the agent's own clock. */
  clock: z.enum(['arrival', 'data']),
  limit: z.number().int().min(1),
});
