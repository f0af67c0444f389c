import type { Workbench } from '@loopscope/analyzer';
import Fastify from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';

import { answerErrors } from './answer-errors.ts';
import { createKeyCheck, isOwnHost } from './auth.ts';
import { endWithRequest } from './closed-requests.ts';
import { addDocs } from './docs.ts';
import { ApiError } from './errors.ts';
import { addSecurityHeaders } from './headers.ts';
import { readChanges, readPosition } from './live/changes.ts';
import { createFeed, type Feed } from './live/feed.ts';
import type { Api, ApiOptions } from './options.ts';
import type { App, RouteContext } from './route.ts';
import { alertCountsRoute } from './routes/alert-counts.ts';
import { alertRoutes } from './routes/alerts.ts';
import { keepForeignWritesOut } from './foreign-writes.ts';
import { NO_ALERTING } from './alerting.ts';
import { createDeletions } from './deletions.ts';
import { deletionRoutes } from './routes/deletions.ts';
import { receiverRoutes } from './routes/receivers.ts';
import { ruleRoutes } from './routes/rules.ts';
import { silenceRoutes } from './routes/silences.ts';
import { guardRoutes } from './routes/guard.ts';
import { readStandingOrders, stopRoutes } from './routes/stops.ts';
import { createEventStreams } from './live/event-stream.ts';
import { createWatch } from './live/watch.ts';
import { facetsRoute } from './routes/facets.ts';
import { histogramRoutes } from './routes/histograms.ts';
import { ingestionRoute } from './routes/ingestion.ts';
import { liveRoute } from './routes/live.ts';
import { loopsRoute } from './routes/loops.ts';
import { markersRoute } from './routes/markers.ts';
import { metricsRoute } from './routes/metrics.ts';
import { overviewRoute } from './routes/overview.ts';
import { probeRoutes } from './routes/probes.ts';
import { seriesRoute } from './routes/series.ts';
import { sessionRoute } from './routes/session.ts';
import { sessionsRoute } from './routes/sessions.ts';
import { signaturesRoute } from './routes/signatures.ts';
import { statusRoute } from './routes/status.ts';
import { backtestRoute } from './routes/backtest.ts';
import { caseRoute } from './routes/case.ts';
import { compareRoutes } from './routes/compare.ts';
import { declarationRoutes } from './routes/declarations.ts';
import { exemptionRoutes } from './routes/exemptions.ts';
import { feedbackRoute } from './routes/feedback.ts';
import { savingsRoute } from './routes/savings.ts';
import { scanRoute } from './routes/scan.ts';
import { toolRoute } from './routes/tool.ts';
import { toolsRoute } from './routes/tools.ts';
import { turnRoute } from './routes/turn.ts';
import { turnTextsRoutes } from './routes/turn-texts.ts';
import { turnsRoute } from './routes/turns.ts';
import { addWeb } from './static-web.ts';

/** Routes that take more say so. */
const BODY_LIMIT_BYTES = 1_024;
/** Ids stand in the path as received. */
const MAX_PARAM_LENGTH = 2_048;
const LIVE_INTERVAL_MS = 1_000;
/** A stop is to reach a guard within two seconds, whichever server took the order. */
const STOPS_INTERVAL_MS = 1_000;
/** What comes late of a deleted session is not shown; this is how long it may lie in the store. */
const SWEEP_INTERVAL_MS = 60_000;

/** Serves the API, its description and the built web; resolves when it listens. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const app = createServer();
  const context = { store: options.store, project: options.project ?? 'default', now: options.now };
  const feed = createLiveFeed(context, options);
  const standing = createWatch({
    read: () => readStandingOrders(context.store, context.project, context.now()),
    intervalMs: STOPS_INTERVAL_MS,
    log: options.log,
  });
  const deletions = createDeletions({
    ...context,
    intervalMs: SWEEP_INTERVAL_MS,
    log: options.log,
  });

  answerErrors(app, options.log);
  await addSecurityHeaders(app);
  if (options.apiKeys.length === 0) keepForeignHostsOut(app, options.host);
  await addDocs(app, options.version);
  await app.register(async (open: App) => probeRoutes(open, options));
  const asked = endWithRequest(options.store);
  await app.register(async (keyed: App) => {
    keepForeignWritesOut(keyed);
    asked.watch(keyed);
    const checkKey = createKeyCheck(options.apiKeys);
    keyed.addHook('onRequest', async (request) => checkKey(request.headers));
    addQuestions(keyed, { ...context, store: asked.store }, options.workbench ?? null);
    scanRoute(keyed, options.scan ?? null);
    statusRoute(keyed, context, options);
    ingestionRoute(keyed, context, options);
    const alerting = options.alerting ?? NO_ALERTING;
    alertRoutes(keyed, context);
    alertCountsRoute(keyed, context);
    ruleRoutes(keyed, context, alerting);
    silenceRoutes(keyed, context);
    receiverRoutes(keyed, context, alerting);
    metricsRoute(keyed, context, options.ingestion, alerting);
    const streams = createEventStreams(keyed);
    liveRoute(keyed, feed, streams);
    stopRoutes(keyed, context, { standing, streams });
    deletionRoutes(keyed, deletions);
    guardRoutes(keyed, context, options.ceilings ?? []);
  });
  await addWeb(app, options);

  const address = await app.listen({ host: options.host, port: options.port });
  return {
    address,
    async close() {
      feed.close();
      standing.close();
      await deletions.close();
      await app.close();
    },
  };
}

/** The questions of the contract, a file each. */
function addQuestions(app: App, context: RouteContext, workbench: Workbench | null): void {
  overviewRoute(app, context);
  seriesRoute(app, context);
  histogramRoutes(app, context);
  turnsRoute(app, context);
  turnRoute(app, context);
  turnTextsRoutes(app, context);
  sessionsRoute(app, context);
  sessionRoute(app, context);
  toolsRoute(app, context);
  toolRoute(app, context, workbench);
  savingsRoute(app, context);
  feedbackRoute(app, context);
  const bench = (): Workbench => {
    if (workbench === null) throw new ApiError('not_here');
    return workbench;
  };
  declarationRoutes(app, context, bench);
  exemptionRoutes(app, context, bench);
  compareRoutes(app, context, bench);
  backtestRoute(app, context, bench);
  caseRoute(app, bench);
  loopsRoute(app, context);
  facetsRoute(app, context);
  signaturesRoute(app, context);
  markersRoute(app, context);
}

function createServer(): App {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

function createLiveFeed({ store, project }: RouteContext, { log }: ApiOptions): Feed {
  return createFeed({
    readPosition: () => readPosition(store, project),
    readChanges: (since) => readChanges(store, project, since),
    intervalMs: LIVE_INTERVAL_MS,
    log,
  });
}

function keepForeignHostsOut(app: App, boundHost: string): void {
  app.addHook('onRequest', async (request) => {
    if (!isOwnHost(request.headers.host, boundHost)) throw new ApiError('unknown_host');
  });
}
