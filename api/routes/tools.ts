import { tools } from '@loopscope/sql';

import { listQuery, toolPage } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { presentTool } from '../present/tool.ts';
import type { Route } from '../route.ts';

const SORT = '-retries';

/** Tools called in the matching turns, the most retried first. */
export const toolsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/tools',
    {
      schema: {
        summary: 'Tools called in the matching turns, the most retried first',
        querystring: listQuery,
        response: { 200: toolPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(tools, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
      });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.tool }),
        present: presentTool,
      });
    },
  );
};
