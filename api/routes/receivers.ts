import { deadLetters, receiverHealth } from '@loopscope/sql';
import { z } from 'zod';

import type { Alerting } from '../alerting.ts';
import {
  deadLetterPage,
  pageQuery,
  receiver,
  receiverTest,
  redriveDraft,
  redriven,
} from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { toIso } from '../instant.ts';
import { presentPage, toPage } from '../page.ts';
import type { App, RouteContext } from '../route.ts';

const SORT = '-updated_at';
const nameParams = z.object({ name: z.string().min(1) });

/** Where notifications go, how it takes them, and a button to try it. */
export function receiverRoutes(app: App, context: RouteContext, alerting: Alerting): void {
  const { store, project } = context;
  app.get(
    '/api/v1/receivers',
    { schema: { summary: 'Receivers and how they do', response: { 200: z.array(receiver) } } },
    async () => {
      const rows = await store.query(receiverHealth, { project });
      const health = new Map(rows.map((row) => [row.receiver, row]));
      const configured = await alerting.receivers();
      return configured.map(({ name, kind, target }) => {
        const known = health.get(name);
        return {
          name,
          kind,
          target,
          told_at: toIsoOrNull(known?.told_at),
          waiting: known?.waiting ?? 0,
          dead: known?.dead ?? 0,
          last_error: known?.last_reason ?? '',
          failed_at: toIsoOrNull(known?.failed_at),
        };
      });
    },
  );
  app.post(
    '/api/v1/receivers/:name/test',
    {
      schema: {
        summary: 'Sends one message by the path of all others',
        params: nameParams,
        response: { 200: receiverTest },
      },
    },
    async (request) => {
      const result = await alerting.testReceiver(request.params.name);
      if (result === null) throw new ApiError('not_found', 'There is no such receiver.');
      return result;
    },
  );
  deadLetterRoute(app, context);
  redriveRoute(app, alerting);
}

function redriveRoute(app: App, alerting: Alerting): void {
  app.post(
    '/api/v1/dead-letters/redrive',
    {
      schema: {
        summary: 'Tells a receiver again at once what it did not take',
        body: redriveDraft,
        response: { 200: redriven },
      },
      bodyLimit: 8_192,
    },
    async ({ body: { receiver: name, alert_id: alertId = '', by } }) =>
      alerting.redrive({ receiver: name, alertId, by }),
  );
}

function deadLetterRoute(app: App, { store, project }: RouteContext): void {
  app.get(
    '/api/v1/dead-letters',
    {
      schema: {
        summary:
          'Notifications that a receiver refuses or keeps failing to take, the latest try first',
        querystring: pageQuery,
        response: { 200: deadLetterPage },
      },
    },
    async ({ query }) => {
      const rows = await store.query(deadLetters, { project, ...toPage(SORT, query) });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.letter_id }),
        present: (row) => ({
          alert_id: row.alert_id,
          receiver: row.receiver,
          rule: row.rule,
          event: row.trying,
          tries: row.tries,
          reason: row.reason,
          at: toIso(row.updated_at),
          summary: row.summary,
          state: row.state,
        }),
      });
    },
  );
}

const toIsoOrNull = (instant: string | null | undefined): string | null =>
  instant === null || instant === undefined ? null : toIso(instant);
