import { ANY_TURN, readTurns } from '@loopscope/sql';

import { TURN_SORTS, turnPage, turnsQuery, type TurnsQuery } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { presentTurn } from '../present/turn.ts';
import { readSort } from '../sort.ts';
import type { Route } from '../route.ts';

/** Turns in any order, the most repetitive first unless asked otherwise. */
export const turnsRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/turns',
    {
      schema: {
        summary: 'Turns, the most repetitive first unless `sort` says otherwise',
        querystring: turnsQuery,
        response: { 200: turnPage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await readTurns(store, {
        ...toFilter(query, project, now()),
        ...toPage(query.sort, query),
        ...readSort(query.sort, TURN_SORTS, 'max_attempts'),
        ...toBounds(query),
      });
      return presentPage(rows, {
        sort: query.sort,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.turn_id }),
        present: presentTurn,
      });
    },
  );
};

const toBounds = (query: TurnsQuery) => ({
  loops: query.loop ?? ANY_TURN.loops,
  identities: query.identity ?? ANY_TURN.identities,
  min_attempts: query.min_attempts ?? ANY_TURN.min_attempts,
  max_attempts: query.max_attempts ?? ANY_TURN.max_attempts,
  min_ratio: query.min_ratio ?? ANY_TURN.min_ratio,
  max_ratio: query.max_ratio ?? ANY_TURN.max_ratio,
  guards: query.guard ?? ANY_TURN.guards,
  stops: query.stop ?? ANY_TURN.stops,
  text: query.q ?? ANY_TURN.text,
});
