import { tools } from '@loopscope/sql';

import { listQuery, toolPage } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { HIGH_SHARE, presentTool } from '../present/tool.ts';
import type { Route } from '../route.ts';

const SORT = '-unhealthy';

/** Tools called in the matching turns: the flaky and the badly specified first. */
export const toolsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/tools',
    {
      schema: {
        summary: 'Tools called in the matching turns, the flaky and the badly specified first',
        querystring: listQuery,
        response: { 200: toolPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(tools, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
        high_share: HIGH_SHARE,
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
