import {
  alertDeliveriesOf,
  alertEvents,
  alertHistory,
  alertPage as alertRows,
  nextVersion,
  silences,
  toInstant,
  type AlertEventRow,
  type Store,
} from '@loopscope/sql';

import { loopsBehind } from '../behind.ts';
import {
  acknowledgement,
  alertDetail,
  alertEventPage,
  alertHistoryQuery,
  alertPage,
  alertsQuery,
  silence,
} from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { toRange } from '../filter.ts';
import { toStoreInstant } from '../instant.ts';
import { presentPage, toPage } from '../page.ts';
import { presentAlert, presentAlertEvent, presentDelivery } from '../present/alert.ts';
import { presentSilence } from '../present/silence.ts';
import { idParams, type App, type RouteContext } from '../route.ts';

const SORT = '-updated_at';
const MOST_EVENTS = 200;
const EVERYTHING = {
  ids: [],
  states: [],
  rules: [],
  scopes: [],
  agents: [],
  sessions: [],
  turns: [],
};
/** An acknowledgement lasts as long as its incident; this only bounds one that is forgotten. */
const ACKNOWLEDGED_MS = 30 * 86_400_000;

/** Where the alerts stand, what happened to them, and who has them in hand. */
export function alertRoutes(app: App, context: RouteContext): void {
  listRoute(app, context);
  historyRoute(app, context);
  detailRoute(app, context);
  acknowledgeRoutes(app, context);
}

function listRoute(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/alerts',
    {
      schema: {
        summary: 'Alerts, the latest moved first',
        querystring: alertsQuery,
        response: { 200: alertPage },
      },
    },
    async ({ query }) => {
      const nowMs = now();
      const rows = await store.query(alertRows, {
        project,
        ids: [],
        states: query.state ?? [],
        rules: query.rule ?? [],
        scopes: query.scope ?? [],
        agents: query.agent ?? [],
        sessions: query.session ?? [],
        turns: query.turn ?? [],
        ...toPage(SORT, query),
      });
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.alert_id }),
        present: (row) => presentAlert(row, nowMs),
      });
    },
  );
}

function historyRoute(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/alerts/history',
    {
      schema: {
        summary: 'What happened to all alerts, the latest first',
        querystring: alertHistoryQuery,
        response: { 200: alertEventPage },
      },
    },
    async ({ query }) => {
      const { fromMs, toMs } = toRange(query, now());
      const rows = await store.query(alertHistory, {
        project,
        from: toStoreInstant(fromMs),
        to: toStoreInstant(toMs),
        rules: query.rule ?? [],
        receivers: query.receiver ?? [],
        kinds: query.kind ?? [],
        ...toPage(SORT, query),
      });
      const loops = await loopsOfEvents(store, project, rows);
      return presentPage(rows, {
        sort: SORT,
        limit: query.limit,
        position: (row) => ({ value: row.sort_value, id: row.event_id }),
        present: (row) => presentAlertEvent(row, loops.get(row) ?? null),
      });
    },
  );
}

async function loopsOfEvents(store: Store, project: string, events: readonly AlertEventRow[]) {
  const subjects = events.map(({ scope, subject }) => ({
    turn_id: scope === 'turn' ? subject : '',
    session_id: scope === 'session' ? subject : '',
  }));
  const loops = await loopsBehind(store, project, subjects);
  return new Map(events.map((event, at) => [event, loops[at]]));
}

function detailRoute(app: App, { store, project, now }: RouteContext): void {
  app.get(
    '/api/v1/alerts/:id',
    {
      schema: {
        summary: 'One alert with its history and what each receiver knows of it',
        params: idParams,
        response: { 200: alertDetail },
      },
    },
    async (request) => {
      const { id } = request.params;
      const [[row], events, deliveries] = await Promise.all([
        store.query(alertRows, {
          project,
          ...EVERYTHING,
          ids: [id],
          ...toPage(SORT, { limit: 1 }),
        }),
        store.query(alertEvents, { project, alert_id: id, limit: MOST_EVENTS }),
        store.query(alertDeliveriesOf, { project, alert_id: id }),
      ]);
      if (row === undefined) throw new ApiError('not_found', 'There is no such alert.');
      const loops = await loopsOfEvents(store, project, events);
      return {
        alert: presentAlert(row, now()),
        history: events.map((event) => presentAlertEvent(event, loops.get(event) ?? null)),
        deliveries: deliveries.map(presentDelivery),
      };
    },
  );
}

function acknowledgeRoutes(app: App, { store, project, now }: RouteContext): void {
  const path = '/api/v1/alerts/:id/acknowledge';
  const write = async (id: string, given: { comment: string; by: string }, deleted: 0 | 1) => {
    const [row] = await store.query(alertRows, {
      project,
      ...EVERYTHING,
      ids: [id],
      ...toPage(SORT, { limit: 1 }),
    });
    if (row === undefined) throw new ApiError('not_found', 'There is no such alert.');
    const nowMs = now();
    const silenceId = `ack-${id}`;
    const standing = await store.query(silences, { project, at: toInstant(nowMs) });
    const known = standing.find(({ silence_id: other }) => other === silenceId);
    const acknowledged = {
      project,
      silence_id: silenceId,
      kind: 'acknowledge' as const,
      created_at: toInstant(nowMs),
      created_by: given.by,
      // Of this incident: a later one has to be acknowledged on its own.
      starts_at: row.started_at,
      expires_at: toInstant(nowMs + ACKNOWLEDGED_MS),
      repeat: 'none' as const,
      window_seconds: 0,
      matcher: JSON.stringify({ alert_id: id }),
      comment: given.comment,
      version: nextVersion(known?.version ?? '0', nowMs),
      deleted,
    };
    await store.insert('silences', [acknowledged]);
    return presentSilence(acknowledged, nowMs);
  };
  app.post(
    path,
    {
      schema: {
        summary: 'Somebody has it in hand: its repeats stop until it is over',
        params: idParams,
        body: acknowledgement,
        response: { 200: silence },
      },
      bodyLimit: 8_192,
    },
    async (request) => write(request.params.id, request.body, 0),
  );
  app.delete(
    path,
    {
      schema: {
        summary: 'Takes an acknowledgement back',
        params: idParams,
        response: { 200: silence },
      },
    },
    async (request) => write(request.params.id, { comment: '', by: '' }, 1),
  );
}
