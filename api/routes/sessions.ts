import { readSessions } from '@loopscope/sql';

import { SESSION_SORTS, sessionPage, sessionsQuery } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { presentSession } from '../present/session.ts';
import { readSort } from '../sort.ts';
import type { Route } from '../route.ts';

/** Sessions in any order, the latest seen first unless asked otherwise. */
export const sessionsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/sessions',
    {
      schema: {
        summary:
          'Sessions with a matching turn, the latest seen first unless `sort` says otherwise',
        querystring: sessionsQuery,
        response: { 200: sessionPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await readSessions(store, {
        ...toFilter(query, project, now()),
        ...toPage(query.sort, query),
        ...readSort(query.sort, SESSION_SORTS, 'last_seen_at'),
      });
      return presentPage(rows, {
        sort: query.sort,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.session_id }),
        present: presentSession,
      });
    },
  );
};
