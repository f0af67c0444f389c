import { alertCounts } from '@loopscope/sql';

import { openAlerts } from '../contract/index.ts';
import type { Route } from '../route.ts';

/** How many alerts are open: what a glance at any page tells. */
export const alertCountsRoute: Route = (app, { store, project }) => {
  app.get(
    '/api/v1/alerts/open',
    { schema: { summary: 'How many alerts are open', response: { 200: openAlerts } } },
    async () => {
      const rows = await store.query(alertCounts, { project });
      const count = (state: string): number =>
        rows.reduce((sum, row) => (row.state === state ? sum + row.alerts : sum), 0);
      return { firing: count('firing'), pending: count('pending') };
    },
  );
};
