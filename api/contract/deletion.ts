import { z } from 'zod';

/** A session that was deleted, or is being deleted: the proof that it was done. */
export const sessionDeletion = z.object({
  deletion_id: z.string(),
  session_id: z.string(),
  requested_by: z.string(),
  reason: z.string(),
  /** What of the session began before is gone, whenever it arrives. */
  requested_at: z.iso.datetime(),
  /** `begun`: the store is still at it. */
  state: z.enum(['begun', 'done']),
  changed_at: z.iso.datetime(),
  traces: z.number().int(),
  turns: z.number().int(),
  spans: z.number().int(),
});
export type SessionDeletion = z.infer<typeof sessionDeletion>;

/** `DELETE /api/v1/sessions/:id` */
export const deletionDraft = z.strictObject({
  reason: z.string().max(1_000).default(''),
  by: z.string().max(200).default(''),
});

/** `GET /api/v1/deletions` */
export const sessionDeletions = z.array(sessionDeletion);
