import { loopSeries, maxAttemptsSeries } from '@loopscope/sql';

import {
  loopSeries as loopAnswer,
  maxAttemptsSeries as answer,
  seriesQuery,
} from '../contract/index.ts';
import { toFilter, toRange, type Range } from '../filter.ts';
import { toIso } from '../instant.ts';
import { presentSeries } from '../present/overview.ts';
import type { Route } from '../route.ts';

const STEPS_SECONDS = [10, 60, 300, 900, 3_600, 10_800, 43_200, 86_400] as const;
/** A chart of usual width shows no more. */
const MOST_POINTS = 300;

/** The finest step that keeps the series readable; a day for ranges that no step does. */
export function chooseStepSeconds({ fromMs, toMs }: Range): number {
  const seconds = (toMs - fromMs) / 1_000;
  return STEPS_SECONDS.find((step) => seconds / step <= MOST_POINTS) ?? 86_400;
}

/** What is drawn over time: percentiles of max attempts per turn, and loops by kind. */
export const seriesRoute: Route = (app, { store, project, now }) => {
  app.get(
    '/api/v1/series/max-attempts',
    {
      schema: {
        summary: 'Percentiles of max attempts per turn over time; a step without turns is absent',
        querystring: seriesQuery,
        response: { 200: answer },
      },
    },
    async (request) => {
      const { step, ...query } = request.query;
      const nowMs = now();
      const rows = await store.query(maxAttemptsSeries, {
        ...toFilter(query, project, nowMs),
        step_seconds: step ?? chooseStepSeconds(toRange(query, nowMs)),
      });
      return presentSeries(rows);
    },
  );
  app.get(
    '/api/v1/series/loops',
    {
      schema: {
        summary: 'Loops by kind over time; a step without loops is absent',
        querystring: seriesQuery,
        response: { 200: loopAnswer },
      },
    },
    async (request) => {
      const { step, ...query } = request.query;
      const nowMs = now();
      const rows = await store.query(loopSeries, {
        ...toFilter(query, project, nowMs),
        step_seconds: step ?? chooseStepSeconds(toRange(query, nowMs)),
      });
      return rows.map(({ t, by_kind: byKind }) => ({ t: toIso(t), by_kind: byKind }));
    },
  );
};
