import Fastify from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';

import { answerBadAddress, answerErrors } from './answer-errors.ts';
import { createKeyCheck, isOwnHost } from './auth.ts';
import { endWithRequest } from './closed-requests.ts';
import { addDocs } from './docs.ts';
import { ApiError } from './errors.ts';
import { addSecurityHeaders } from './headers.ts';
import { readChanges, readPosition } from './live/changes.ts';
import { createFeed, type Feed } from './live/feed.ts';
import type { Api, ApiOptions } from './options.ts';
import type { App, RouteContext } from './route.ts';
import { keepForeignWritesOut } from './foreign-writes.ts';
import { createDeletions } from './deletions.ts';
import { createWatch } from './live/watch.ts';
import { addRoutes } from './routes.ts';
import { probeRoutes } from './routes/probes.ts';
import { readStandingOrders } from './routes/stops.ts';
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
  const stops = createWatch({
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
    const standing = { feed, stops, deletions };
    addRoutes(keyed, { ...context, store: asked.store }, { options, standing });
  });
  await addWeb(app, options);

  const close = async (): Promise<void> => {
    feed.close();
    stops.close();
    await deletions.close();
    await app.close();
  };
  try {
    return { address: await app.listen({ host: options.host, port: options.port }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createServer(): App {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply),
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
