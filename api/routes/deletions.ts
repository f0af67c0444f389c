import type { SessionDeletionRow } from '@loopscope/sql';
import { z } from 'zod';

import { nameOfKey, presentedKey } from '../auth.ts';
import {
  deletionDraft,
  sessionDeletion,
  sessionDeletions,
  type SessionDeletion,
} from '../contract/index.ts';
import type { Deletions } from '../deletions.ts';
import { ApiError } from '../errors.ts';
import { toIso } from '../instant.ts';
import { idParams, type App } from '../route.ts';

/** Deletes sessions with all that was made of them, and tells who deleted what. */
export function deletionRoutes(app: App, deletions: Deletions): void {
  app.delete(
    '/api/v1/sessions/:id',
    {
      schema: {
        summary:
          'Deletes a session: its spans, calls, turns, loops, stops and alerts, and what of it comes later',
        params: idParams,
        body: deletionDraft.nullish(),
        response: { 200: sessionDeletion, 202: sessionDeletion },
      },
      bodyLimit: 8_192,
    },
    async (request, reply) => {
      const { by, reason } = deletionDraft.parse(request.body ?? {});
      const row = await deletions.order({
        session_id: request.params.id,
        reason,
        by: by || nameOfKey(presentedKey(request.headers)),
      });
      if (row === null) throw new ApiError('not_found', 'There is no session with this id.');
      return reply.code(row.state === 'done' ? 200 : 202).send(present(row));
    },
  );
  app.get(
    '/api/v1/deletions',
    {
      schema: {
        summary: 'Sessions that were deleted, the latest first: by whom, when and why',
        querystring: z.strictObject({
          session: z.string().default(''),
          /** One of the turns that went. */
          turn: z.string().default(''),
        }),
        response: { 200: sessionDeletions },
      },
    },
    async ({ query }) => (await deletions.list(query)).map(present),
  );
}

function present(row: SessionDeletionRow): SessionDeletion {
  return {
    deletion_id: row.deletion_id,
    session_id: row.session_id,
    requested_by: row.requested_by,
    reason: row.reason,
    requested_at: toIso(row.requested_at),
    state: row.state,
    changed_at: toIso(row.changed_at),
    traces: row.traces,
    turns: row.turns,
    spans: Number(row.spans),
  };
}
