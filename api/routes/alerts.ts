import { alertStates } from '@loopscope/sql';
import { z } from 'zod';

import { alertPage, rule, type Rule } from '../contract/index.ts';
import { presentAlert } from '../present/alert.ts';
import type { App, RouteContext } from '../route.ts';

const MOST_ALERTS = 500;

const alertsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MOST_ALERTS).default(50),
});

/** Where the alerts stand, and the rules they come from. */
export function alertRoutes(
  app: App,
  { store, project }: RouteContext,
  rules: () => readonly Rule[],
): void {
  app.get(
    '/api/v1/alerts',
    {
      schema: {
        summary: 'Alerts, the latest moved first',
        querystring: alertsQuery,
        response: { 200: alertPage },
      },
    },
    async (request) => {
      const rows = await store.query(alertStates, {
        project,
        states: [],
        limit: request.query.limit,
      });
      return { items: rows.map(presentAlert), next_cursor: null };
    },
  );
  app.get(
    '/api/v1/rules',
    { schema: { summary: 'Alert rules in force', response: { 200: z.array(rule) } } },
    async () => [...rules()],
  );
}
