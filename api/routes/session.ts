import { sessionTotals, sessionTurns } from '@loopscope/sql';

import { sessionDetail } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { presentSession } from '../present/session.ts';
import { presentTurn } from '../present/turn.ts';
import { idParams, type Route } from '../route.ts';

/** A session of more turns shows its first ones; the list of turns filtered by session has them all. */
const MOST_TURNS = 1_000;

/** One session and its turns in the order in which they began. */
export const sessionRoute: Route = (app, { store, project }) => {
  app.get(
    '/api/v1/sessions/:id',
    {
      schema: {
        summary: `One session and its first ${MOST_TURNS} turns`,
        params: idParams,
        response: { 200: sessionDetail },
      },
    },
    async (request) => {
      const subject = { project, session_id: request.params.id };
      const [sessions, turns] = await Promise.all([
        store.query(sessionTotals, { project, session_ids: [request.params.id] }),
        store.query(sessionTurns, { ...subject, limit: MOST_TURNS }),
      ]);
      const [found] = sessions;
      if (found === undefined) throw new ApiError('not_found', 'There is no session with this id.');
      return { session: presentSession(found), turns: turns.map(presentTurn) };
    },
  );
};
