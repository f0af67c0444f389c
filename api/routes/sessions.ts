import { sessions } from '@loopscope/sql';

import { listQuery, sessionPage } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { presentSession } from '../present/session.ts';
import type { Route } from '../route.ts';

const SORT = '-last_seen_at';

/** Sessions, the latest seen first. */
export const sessionsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/sessions',
    {
      schema: {
        summary: 'Sessions with a matching turn, the latest seen first',
        querystring: listQuery,
        response: { 200: sessionPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(sessions, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
      });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.session_id }),
        present: presentSession,
      });
    },
  );
};
