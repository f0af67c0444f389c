import { ANY_TURN, facets } from '@loopscope/sql';

import { facets as answer, facetsQuery, type Facets } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import type { Route } from '../route.ts';

/** What there is to filter by, with how many turns each value would leave. */
export const facetsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/facets',
    {
      schema: {
        summary: 'Values of each filter with their turns, counted under all other filters',
        querystring: facetsQuery,
        response: { 200: answer },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(facets, {
        ...toFilter(query, project, now()),
        loops: query.loop ?? ANY_TURN.loops,
        min_attempts: query.min_attempts ?? ANY_TURN.min_attempts,
        max_attempts: query.max_attempts ?? ANY_TURN.max_attempts,
        guards: query.guard ?? ANY_TURN.guards,
        stops: query.stop ?? ANY_TURN.stops,
        text: query.q ?? ANY_TURN.text,
      });
      const found: Facets = {
        agent: [],
        model: [],
        version: [],
        tool: [],
        loop: [],
        guard: [],
        stop: [],
      };
      for (const { facet, ...value } of rows) found[facet].push(value);
      return found;
    },
  );
};
