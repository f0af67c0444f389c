import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { instant, project } from './columns.ts';

/**
 * News for the live stream, at most `limit` of each source, the newest ones. The row `clock` says until when; a reader
 * goes on from there. `label` and `subject` are verdict and session of a turn, kind and turn of a loop, rule and state
 * of an alert.
 */
export const liveChanges = defineQuery({
  file: new URL('./live_changes.sql', import.meta.url),
  params: z.object({ project, since: instant, limit: z.number().int() }),
  row: z.object({
    source: z.enum(['clock', 'turn', 'loop', 'alert']),
    at: instant,
    id: z.string(),
    label: z.string(),
    subject: z.string(),
    summary: z.string(),
  }),
});
