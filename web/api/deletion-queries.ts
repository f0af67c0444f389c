/** Sessions that were deleted, and deleting one. */
import { sessionDeletion, sessionDeletions, type SessionDeletion } from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';

import { get, send } from './get.ts';

const REFRESH_MS = 2000;

/** A session, or one of the turns of which it was. */
export type DeletionSubject = { session: string } | { turn: string };

/** What is known of a session's deletion; asked again while the store is at it. */
export const deletionsQuery = (subject: DeletionSubject) =>
  queryOptions({
    queryKey: ['deletions', subject],
    refetchInterval: ({ state: { data } }: { state: { data: SessionDeletion[] | undefined } }) =>
      data?.[0]?.state === 'begun' ? REFRESH_MS : false,
    queryFn: ({ signal }) => get('/deletions', { ...subject }, sessionDeletions, signal),
  });

/** Resolves when the session is gone, or when the store goes on with it by itself. */
export const deleteSession = (sessionId: string, given: { by: string; reason: string }) =>
  send('DELETE', `/sessions/${encodeURIComponent(sessionId)}`, given, sessionDeletion);
