import { randomUUID } from 'node:crypto';

import { nextVersion, silences, toInstant, type SilenceRow } from '@loopscope/sql';
import { z } from 'zod';

import { silence, silenceDraft } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { toStoreInstant } from '../instant.ts';
import { presentSilence } from '../present/silence.ts';
import { idParams, type App, type RouteContext } from '../route.ts';

/** Who muted what and until when; acknowledgements are among them. */
export function silenceRoutes(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/silences',
    {
      schema: {
        summary: 'Silences, maintenance windows and acknowledgements that have not expired',
        response: { 200: z.array(silence) },
      },
    },
    async () => {
      const nowMs = now();
      const rows = await store.query(silences, { project, at: toInstant(nowMs) });
      return rows.map((row) => presentSilence(row, nowMs));
    },
  );
  app.post(
    '/api/v1/silences',
    {
      schema: {
        summary:
          'Mutes what matches, from a time until a time; the end of an alert is told all the same',
        body: silenceDraft,
        response: { 201: silence },
      },
      bodyLimit: 32_768,
    },
    async (request, reply) => {
      const row = toRow(request.body, project, now());
      await store.insert('silences', [row]);
      return reply.code(201).send(presentSilence(row, now()));
    },
  );
  app.delete(
    '/api/v1/silences/:id',
    {
      schema: {
        summary: 'Ends a silence now',
        params: idParams,
        response: { 200: silence },
      },
    },
    async (request) => {
      const nowMs = now();
      const rows = await store.query(silences, { project, at: toInstant(nowMs) });
      const row = rows.find(({ silence_id: id }) => id === request.params.id);
      if (row === undefined) throw new ApiError('not_found', 'There is no such silence.');
      const version = nextVersion(row.version, nowMs);
      const ended = { ...row, expires_at: toInstant(nowMs), version };
      await store.insert('silences', [{ ...ended, deleted: 1 }]);
      return presentSilence(ended, nowMs);
    },
  );
}

function toRow(draft: z.output<typeof silenceDraft>, project: string, nowMs: number): SilenceRow {
  const startMs = draft.starts_at === undefined ? nowMs : Date.parse(draft.starts_at);
  const endMs =
    draft.expires_at === undefined
      ? startMs + (draft.for_seconds ?? 0) * 1_000
      : Date.parse(draft.expires_at);
  if (endMs <= Math.max(startMs, nowMs)) {
    throw new ApiError(
      'invalid_query',
      'expires_at: expected a time after its start and after now',
    );
  }
  return {
    project,
    silence_id: randomUUID(),
    kind: draft.kind,
    created_at: toInstant(nowMs),
    created_by: draft.by,
    starts_at: toStoreInstant(startMs),
    expires_at: toStoreInstant(endMs),
    repeat: draft.repeat,
    window_seconds: draft.window_seconds ?? 0,
    matcher: JSON.stringify(draft.matcher),
    comment: draft.comment,
    version: nextVersion('0', nowMs),
    deleted: 0,
  };
}
