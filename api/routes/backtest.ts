import type { Workbench } from '@loopscope/analyzer';

import { backtest, backtestDraft, commonQuery } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentBacktest } from '../present/backtest.ts';
import type { App, RouteContext } from '../route.ts';

/** What changed declarations, exemptions and caps would have made of stored turns. Nothing is changed. */
export function backtestRoute(
  app: App,
  { project, now }: RouteContext,
  workbench: () => Workbench,
): void {
  app.post(
    '/api/v1/backtest',
    {
      schema: {
        summary: 'Replays stored turns under changed declarations, exemptions or caps',
        querystring: commonQuery,
        body: backtestDraft,
        response: { 200: backtest },
      },
      bodyLimit: 1_048_576,
    },
    async (request) => {
      const { tools, cap_before, cap_after } = request.body;
      const change = {
        tools: new Map(Object.entries(tools)),
        caps: { before: cap_before, after: cap_after },
      };
      const filter = toFilter(request.query, project, now());
      return presentBacktest(await workbench().backtest(change, filter));
    },
  );
}
