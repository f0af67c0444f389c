import { distinctRatioHistogram, maxAttemptsHistogram } from '@loopscope/sql';

import {
  commonQuery,
  distinctRatioHistogram as ratioAnswer,
  maxAttemptsHistogram as attemptsAnswer,
} from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentAttempts, presentRatios } from '../present/overview.ts';
import type { Route } from '../route.ts';

/** How turns are distributed, over turns with at least one call. */
export const histogramRoutes: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/histograms/max-attempts',
    {
      schema: {
        summary: 'Turns by max attempts',
        querystring: commonQuery,
        response: { 200: attemptsAnswer },
      },
    },
    async (request) =>
      presentAttempts(
        await store.query(maxAttemptsHistogram, toFilter(request.query, project, now())),
      ),
  );
  app.get(
    '/api/v1/histograms/distinct-ratio',
    {
      schema: {
        summary: 'Turns by distinct-signature ratio, in ten bins',
        querystring: commonQuery,
        response: { 200: ratioAnswer },
      },
    },
    async (request) =>
      presentRatios(
        await store.query(distinctRatioHistogram, toFilter(request.query, project, now())),
      ),
  );
};
