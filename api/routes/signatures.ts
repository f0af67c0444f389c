import { signatures } from '@loopscope/sql';

import { signaturePage, signaturesQuery } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { toIso } from '../instant.ts';
import { presentPage, toPage } from '../page.ts';
import type { Route } from '../route.ts';

const SORT = '-max_attempts';

/** Intents: what was tried, how often, and with what luck. */
export const signaturesRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/signatures',
    {
      schema: {
        summary: 'Intents (tool and identity), the most attempts first',
        querystring: signaturesQuery,
        response: { 200: signaturePage },
      },
    },
    async (request) => {
      const query = request.query;
      const rows = await store.query(signatures, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
        search: query.q?.trim() ?? '',
      });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.id }),
        present: ({ id: _id, sort_value: _value, last_identity_fields: fields, ...row }) => ({
          ...row,
          identity_fields: fields,
          last_at: toIso(row.last_at),
          example: row.example === '' ? null : row.example,
        }),
      });
    },
  );
};
