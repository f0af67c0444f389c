import {
  ceilingsReached,
  guardDecisions,
  guardSavings,
  guardSummary as guardSummaryQuestion,
  guardTallies,
  toInstant,
} from '@loopscope/sql';

import type { CeilingSetting } from '../ceilings.ts';
import {
  ceilings,
  commonQuery,
  guardDecisionPage,
  guardDecisionsQuery,
  guardSummary,
} from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { presentPage, toPage } from '../page.ts';
import { presentCeiling, presentDecision, presentGuards } from '../present/guard.ts';
import { onlyRow, type App, type RouteContext } from '../route.ts';

const SORT = '-decided_at';
/** A guard's own default. */
const ATTEMPTS_PER_KEY = 2;
const WEEK_MS = 7 * 86_400_000;

/** What guards decided, what they let pass, and the ceilings that they follow. */
export function guardRoutes(
  app: App,
  context: RouteContext,
  settings: readonly CeilingSetting[],
): void {
  addSummary(app, context);
  addDecisions(app, context);
  addCeilings(app, context, settings);
}

function addSummary(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/guard',
    {
      schema: {
        summary: 'What guards did in the matching turns, and what they left undone',
        querystring: commonQuery,
        response: { 200: guardSummary },
      },
    },
    async ({ query }) => {
      const filter = toFilter(query, project, now());
      const [summary, tallies, saved] = await Promise.all([
        store.query(guardSummaryQuestion, filter),
        store.query(guardTallies, filter),
        store.query(guardSavings, { ...filter, cap: ATTEMPTS_PER_KEY }),
      ]);
      return presentGuards(onlyRow(summary), tallies, saved);
    },
  );
}

function addDecisions(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/guard/decisions',
    {
      schema: {
        summary: 'Decisions of guards, the latest first',
        querystring: guardDecisionsQuery,
        response: { 200: guardDecisionPage },
      },
    },
    async ({ query }) => {
      const rows = await store.query(guardDecisions, {
        ...toFilter(query, project, now()),
        ...toPage(SORT, query),
        decisions: query.decision ?? [],
        kinds: query.kind ?? [],
        turns: query.turn ?? [],
      });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.id }),
        present: presentDecision,
      });
    },
  );
}

function addCeilings(
  app: App,
  { store, project, now }: RouteContext,
  settings: readonly CeilingSetting[],
): void {
  app.get(
    '/api/v1/ceilings',
    {
      schema: {
        summary: 'Ceilings of loopscope.yaml with their raises, and how often guards came to them',
        response: { 200: ceilings },
      },
    },
    async () => {
      const nowMs = now();
      const rows = await store.query(ceilingsReached, {
        project,
        since: toInstant(nowMs - WEEK_MS),
      });
      const reached = new Map(rows.map((row) => [row.ceiling_name, row.reached]));
      return settings.map((setting) =>
        presentCeiling(setting, reached.get(setting.name) ?? 0, nowMs),
      );
    },
  );
}
