import { z } from 'zod';

const int64 = z.string().regex(/^-?\d+$/);
const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/);

/** `session_deletions`: one row per deletion. Key: (project, session_id, deletion_id). */
export const sessionDeletionRow = z.object({
  project: z.string(),
  session_id: z.string(),
  deletion_id: z.string(),
  /** What of the session began before is gone, whenever it arrives. */
  requested_at: instant,
  requested_by: z.string(),
  reason: z.string(),
  /** Traces that went whole. */
  trace_ids: z.array(z.string()),
  /** Traces that turns of other sessions lie in as well: of these only what is the session's went. */
  shared_trace_ids: z.array(z.string()),
  /** Turns that went: whoever follows a link to one of them is told so. */
  turn_ids: z.array(z.string()),
  traces: z.number().int(),
  turns: z.number().int(),
  spans: int64,
  /** `begun` until everything is gone that was there. */
  state: z.enum(['begun', 'done']),
  changed_at: instant,
  version: int64,
});
export type SessionDeletionRow = z.infer<typeof sessionDeletionRow>;
