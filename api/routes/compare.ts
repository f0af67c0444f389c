import type { Workbench } from '@loopscope/analyzer';
import { loopsNewSince } from '@loopscope/sql';

import { compareQuery, comparison, newLoops, newSinceQuery } from '../contract/index.ts';
import { toFilter, toRange } from '../filter.ts';
import { toIso, toStoreInstant } from '../instant.ts';
import { presentComparison } from '../present/comparison.ts';
import { toFiltersBefore } from '../before.ts';
import type { App, RouteContext } from '../route.ts';

const MOST_NEW = 200;
const LOOK_BACK_MS = 30 * 86_400_000;

/** What is new, worse or gone between two sets of turns: windows, versions, models. */
export function compareRoutes(
  app: App,
  { store, project, now }: RouteContext,
  workbench: () => Workbench,
): void {
  app.get(
    '/api/v1/compare',
    {
      schema: {
        summary: 'Loops that are new, worse or gone, and whether max attempts have changed',
        querystring: compareQuery,
        response: { 200: comparison },
      },
    },
    async (request) => {
      const nowMs = now();
      const { before_from, before_to, before_version, before_model, before_agent, ...query } =
        request.query;
      const after = toFilter(query, project, nowMs);
      const before = toFiltersBefore(
        after,
        { before_from, before_to, before_version, before_model, before_agent },
        toRange(query, nowMs),
      );
      return presentComparison(await workbench().compare(before, after), { before, after });
    },
  );
  app.get(
    '/api/v1/loops/new-since',
    {
      schema: {
        summary: 'Loops that only turns of one version, or of one model, have shown',
        querystring: newSinceQuery,
        response: { 200: newLoops },
      },
    },
    async (request) => {
      const { version, model, since } = request.query;
      const sinceMs = since === undefined ? now() - LOOK_BACK_MS : Date.parse(since);
      const rows = await store.query(loopsNewSince, {
        project,
        dimension: version === undefined ? 'model' : 'version',
        value: version ?? model ?? '',
        since: toStoreInstant(sinceMs),
        limit: MOST_NEW,
      });
      return rows.map((row) => Object.assign(row, { first_at: toIso(row.first_at) }));
    },
  );
}
