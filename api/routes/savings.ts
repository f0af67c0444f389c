import { fleetSavings, turnCounts } from '@loopscope/sql';

import { commonQuery, fleetSavings as answer } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentFleetSavings } from '../present/saving.ts';
import { onlyRow, type Route } from '../route.ts';

/** What caps per attempt key would have saved over many turns. */
export const savingsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/savings',
    {
      schema: {
        summary:
          'What each cap of attempts per key would have saved, and the healthy turns it would have cut',
        querystring: commonQuery,
        response: { 200: answer },
      },
    },
    async (request) => {
      const filter = toFilter(request.query, project, now());
      const [counts, rows] = await Promise.all([
        store.query(turnCounts, filter),
        store.query(fleetSavings, filter),
      ]);
      return presentFleetSavings(onlyRow(counts), rows);
    },
  );
};
