import { randomUUID } from 'node:crypto';

import {
  fromInstant,
  nextVersion,
  sessionStops,
  standingStops,
  toInstant,
  type SessionStopRow,
  type Store,
} from '@loopscope/sql';
import { z } from 'zod';

import {
  standingOrders,
  stopDraft,
  stopOrder,
  stopOrders,
  withdrawal,
  type StandingOrders,
  type StopOrder,
} from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { nameOfKey, presentedKey } from '../auth.ts';
import { toIso, toStoreInstant } from '../instant.ts';
import type { EventStreams } from '../live/event-stream.ts';
import type { Watch } from '../live/watch.ts';
import { idParams, type App, type RouteContext } from '../route.ts';

const MOST_SHOWN = 200;

/** What guards are to follow now. */
export async function readStandingOrders(
  store: Store,
  project: string,
  nowMs: number,
): Promise<StandingOrders> {
  const rows = await store.query(standingStops, { project, at: toInstant(nowMs) });
  return {
    stops: rows.map((row) =>
      Object.assign(row, {
        requested_at: toIso(row.requested_at),
        expires_at: toIso(row.expires_at),
      }),
    ),
  };
}

/** Stops from outside: who ordered which session to end, and whether a guard has followed. */
export function stopRoutes(
  app: App,
  context: RouteContext,
  { standing, streams }: { standing: Watch<StandingOrders>; streams: EventStreams },
): void {
  const orders = createOrders(context, standing);
  addStop(app, context, orders);
  addWithdrawal(app, context, orders);
  addList(app, context, orders);
  addStream(app, standing, streams);
}

/** The orders as the store has them. */
interface Orders {
  of(sessionId: string, onlyStanding: boolean): Promise<ShownStop[]>;
  write(row: SessionStopRow): Promise<void>;
}
type ShownStop = SessionStopRow & { reached_at: string | null };

function createOrders(
  { store, project, now }: RouteContext,
  standing: Watch<StandingOrders>,
): Orders {
  return {
    of: (session_id, onlyStanding) =>
      store.query(sessionStops, {
        project,
        session_id,
        at: toInstant(now()),
        standing: onlyStanding ? 1 : 0,
        limit: MOST_SHOWN,
      }),
    async write(row) {
      await store.insert('session_stops', [row]);
      await standing.look();
    },
  };
}

function addStop(app: App, { project, now }: RouteContext, orders: Orders): void {
  app.post(
    '/api/v1/sessions/:id/stop',
    {
      schema: {
        summary: 'Orders the guards of a session to end it before its next call',
        params: idParams,
        body: stopDraft.nullish(),
        response: { 200: stopOrder, 201: stopOrder },
      },
      bodyLimit: 8_192,
    },
    async (request, reply) => {
      const session_id = request.params.id;
      const [known] = await orders.of(session_id, true);
      if (known !== undefined) return presentStop(known, now());
      const draft = stopDraft.parse(request.body ?? {});
      const nowMs = now();
      const at = toStoreInstant(nowMs);
      const by = draft.by || nameOfKey(presentedKey(request.headers));
      const row: SessionStopRow = {
        project,
        session_id,
        stop_id: randomUUID(),
        requested_at: at,
        requested_by: by,
        reason: draft.reason,
        expires_at: toStoreInstant(nowMs + draft.for_seconds * 1_000),
        state: 'standing',
        changed_at: at,
        changed_by: by,
        version: nextVersion('0', nowMs),
      };
      await orders.write(row);
      return reply.code(201).send(presentStop({ ...row, reached_at: null }, nowMs));
    },
  );
}

function addWithdrawal(app: App, { now }: RouteContext, orders: Orders): void {
  app.delete(
    '/api/v1/sessions/:id/stop',
    {
      schema: {
        summary: 'Takes a standing order back',
        params: idParams,
        body: withdrawal.nullish(),
        response: { 200: stopOrder },
      },
      bodyLimit: 8_192,
    },
    async (request) => {
      const nowMs = now();
      const found = await orders.of(request.params.id, true);
      const [order] = found;
      if (order === undefined) throw new ApiError('not_found', 'No order stands for this session.');
      const change = {
        state: 'withdrawn' as const,
        changed_at: toStoreInstant(nowMs),
        changed_by:
          withdrawal.parse(request.body ?? {}).by || nameOfKey(presentedKey(request.headers)),
      };
      for (const { reached_at: _, ...row } of found) {
        await orders.write({ ...row, ...change, version: nextVersion(row.version, nowMs) });
      }
      return presentStop({ ...order, ...change }, nowMs);
    },
  );
}

function addList(app: App, { now }: RouteContext, orders: Orders): void {
  app.get(
    '/api/v1/stops',
    {
      schema: {
        summary: 'Orders to stop sessions, the latest first, with the moment a guard acted',
        querystring: z.strictObject({
          session: z.string().optional(),
          standing: z.enum(['true', 'false']).default('false'),
        }),
        response: { 200: stopOrders },
      },
    },
    async ({ query }) => {
      const rows = await orders.of(query.session ?? '', query.standing === 'true');
      return rows.map((row) => presentStop(row, now()));
    },
  );
}

function addStream(app: App, standing: Watch<StandingOrders>, streams: EventStreams): void {
  app.get(
    '/api/v1/stops/live',
    {
      exposeHeadRoute: false,
      schema: {
        summary:
          'Server-sent events for guards: `stops` with all standing orders, then each change',
        produces: ['text/event-stream'],
      },
    },
    (_request, reply) => {
      const stream = streams.open(reply, (send) =>
        standing.listen((present) => {
          const data = JSON.stringify(standingOrders.parse(present));
          send(`event: stops\ndata: ${data}\n\n`);
        }),
      );
      return reply.send(stream);
    },
  );
}

function presentStop(
  row: Omit<SessionStopRow, 'project' | 'version'> & { reached_at: string | null },
  nowMs: number,
): StopOrder {
  const isOver = row.state === 'standing' && fromInstant(row.expires_at) <= nowMs;
  return {
    stop_id: row.stop_id,
    session_id: row.session_id,
    requested_by: row.requested_by,
    reason: row.reason,
    requested_at: toIso(row.requested_at),
    expires_at: toIso(row.expires_at),
    state: isOver ? 'expired' : row.state,
    changed_at: toIso(row.changed_at),
    changed_by: row.changed_by,
    reached_at: row.reached_at === null ? null : toIso(row.reached_at),
  };
}
