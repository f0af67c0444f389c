import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from './errors.ts';
import type { ApiOptions } from './options.ts';

type Addresses = ReturnType<ApiOptions['addresses']>;

const NOT_BUILT =
  'The web UI is not built. Run "npx --yes pnpm@12 build:web" and start again; the API is at /api/docs.\n';

/** File names under `assets/` carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The built web at `/`: a path that is no file is a page of the single-page application. Paths of the API never
 * fall back to it.
 */
export async function addWeb(
  app: FastifyInstance,
  { webDir, addresses }: Pick<ApiOptions, 'webDir' | 'addresses'>,
): Promise<void> {
  const notFound = ({ url }: FastifyRequest): ApiError =>
    OTLP_PATHS.test(url)
      ? new ApiError('not_found', sayWhereOtlpGoes(addresses()))
      : new ApiError('not_found');
  // Before the body: an exporter sends one that no route here could read.
  app.addHook('onRequest', async (request) => {
    if (OTLP_PATHS.test(request.url)) throw notFound(request);
  });
  if (webDir === null) {
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain').send(NOT_BUILT),
    );
    app.setNotFoundHandler((request) => {
      throw notFound(request);
    });
    return;
  }
  const assets = join(webDir, 'assets');
  await app.register(fastifyStatic, {
    root: webDir,
    // The build lays `.br` and `.gz` beside the files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.startsWith(assets) ? IMMUTABLE : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw notFound(request);
    return sendIndex(reply);
  });
}

const OTLP_PATHS = /^\/(?:v1\/(?:traces|logs|metrics)|opentelemetry\.proto\.)/;

function sayWhereOtlpGoes({ otlp_http: http, otlp_grpc: grpc }: Addresses): string {
  return `This port is for the UI. OTLP goes to the collector: ${http}/v1/traces${grpc === null ? '' : `, gRPC to ${grpc}`}.`;
}

const OWN_PATHS = /^\/(api|metrics|healthz|readyz|assets)(\/|$)/;

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  return (request.method === 'GET' || request.method === 'HEAD') && !OWN_PATHS.test(path);
}

const sendIndex = (reply: FastifyReply): FastifyReply => reply.sendFile('index.html');
