import { loops } from '@loopscope/sql';

import { loopPage, loopsQuery } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { feedbackOn } from '../loop-memory.ts';
import { presentPage, toPage } from '../page.ts';
import { presentLoop } from '../present/loop.ts';
import type { Route } from '../route.ts';

const SORT = '-started_at';

/** Incidents, the latest first. */
export const loopsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/loops',
    {
      schema: {
        summary: 'Loops, the latest first',
        querystring: loopsQuery,
        response: { 200: loopPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(loops, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
        kinds: query.kind ?? [],
        severities: query.severity === undefined ? [] : [query.severity],
      });
      const feedback = await feedbackOn(store, project, rows);
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.loop_id }),
        present: (row) => presentLoop(row, feedback),
      });
    },
  );
};
