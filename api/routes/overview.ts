import { overview } from '@loopscope/sql';

import { commonQuery, overview as answer } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentOverview } from '../present/overview.ts';
import { onlyRow, type Route } from '../route.ts';

/** The fleet in one answer. */
export const overviewRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/overview',
    {
      schema: {
        summary: 'The fleet in one answer',
        querystring: commonQuery,
        response: { 200: answer },
      },
    },
    async (request) => {
      const rows = await store.query(overview, toFilter(request.query, project, now()));
      return presentOverview(onlyRow(rows));
    },
  );
};
