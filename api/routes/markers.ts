import { markers } from '@loopscope/sql';

import { commonQuery, markers as answer } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { toIso } from '../instant.ts';
import type { Route } from '../route.ts';

/** Releases, models and prompt versions that were first seen in the range. */
export const markersRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/markers',
    {
      schema: {
        summary: 'First turns of releases, models and prompt versions',
        querystring: commonQuery,
        response: { 200: answer },
      },
    },
    async (request) => {
      const { from, to, agents } = toFilter(request.query, project, now());
      const rows = await store.query(markers, { project, from, to, agents });
      return rows.map(({ first_at: at, ...marker }) => Object.assign(marker, { at: toIso(at) }));
    },
  );
};
