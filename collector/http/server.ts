import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { failure, success, type Answer, type Failure } from './answers.ts';
import type { Counters } from '../counters.ts';
import { encodingOf, type Encoding } from '../decode/media-type.ts';
import type { KeyCheck } from './ingest-key.ts';
import type { Log } from '../log.ts';
import type { TraceRequest } from '../pipeline.ts';

export interface ServerOptions {
  maxBodyBytes: number;
  isAllowed: KeyCheck;
  ingest: (request: TraceRequest) => Promise<Answer>;
  isReady: () => Promise<boolean>;
  counters: Counters;
  log: Log;
}

const SIGNALS = ['/v1/traces', '/v1/metrics', '/v1/logs'] as const;
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REQUEST_TIMEOUT_MS = 30_000;

/** The OTLP/HTTP door. Bodies stay bytes; every answer below /v1 is in the encoding of its request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit: options.maxBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  server.addHook('onRequest', (request, reply, done) => {
    const refusal = refuseUnread(request, options);
    if (refusal === null) done();
    // The body stays unread, so the connection cannot serve another request.
    else send(reply.header('connection', 'close'), refusal);
  });
  server.setErrorHandler((error, request, reply) =>
    send(reply, answerError(error, request, options)),
  );
  server.setNotFoundHandler((request, reply) =>
    send(
      reply,
      failure(answerEncoding(request), 'not_found', `no ${request.method} ${request.url}`),
    ),
  );
  addRoutes(server, options);
  return server;
}

function addRoutes(server: FastifyInstance, options: ServerOptions): void {
  const { ingest, isReady, counters, log } = options;
  server.get('/healthz', async (_request, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'store unavailable' });
  });
  server.post('/v1/traces', async (request, reply) => {
    const encoding = encodingOf(request.headers['content-type']);
    if (encoding === null) return send(reply, unsupported(request));
    const contentEncoding = request.headers['content-encoding'];
    return send(reply, await ingest({ body: bodyOf(request), encoding, contentEncoding }));
  });
  server.post('/v1/metrics', (request, reply) => {
    counters.side.metricsRequests += 1;
    send(reply, success(answerEncoding(request)));
  });
  server.post('/v1/logs', (request, reply) => {
    counters.side.logsRequests += 1;
    if (counters.side.logsRequests === 1) {
      log('warn', 'log records arrive, which are not read; tool calls are taken from traces');
    }
    send(reply, success(answerEncoding(request)));
  });
  for (const url of SIGNALS) {
    server.route({
      method: OTHER_METHODS,
      url,
      handler: (request, reply) => {
        const message = `${url} takes POST`;
        send(
          reply.header('allow', 'POST'),
          failure(answerEncoding(request), 'wrong_method', message),
        );
      },
    });
  }
}

const SWEEP_MS = 20;

/** Takes no more requests, answers those under way, and leaves no kept-alive connection to wait for. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweeping);
  }
}

/** What can be said from the head of a request alone. */
function refuseUnread(request: FastifyRequest, options: ServerOptions): Answer | null {
  if (!SIGNALS.some((url) => request.url === url)) return null;
  if (options.isAllowed(request.headers)) return null;
  options.counters.side.unauthorised += 1;
  if (options.counters.side.unauthorised % 100 === 1) {
    const refused = options.counters.side.unauthorised;
    options.log('warn', 'requests without a valid ingest key are refused', { refused });
  }
  return failure(answerEncoding(request), 'unauthenticated', 'a valid ingest key is needed');
}

function answerError(error: unknown, request: FastifyRequest, { log }: ServerOptions): Answer {
  const encoding = answerEncoding(request);
  const message = error instanceof Error ? error.message : String(error);
  const kind = failureOf(error);
  if (kind === 'unavailable') log('error', 'a request failed', { message });
  return failure(encoding, kind, message);
}

/** Fastify's own refusals by their status; what nobody foresaw is worth another try. */
function failureOf(error: unknown): Failure {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return 'too_large';
  if (status === 415) return 'unsupported_media_type';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_data' : 'unavailable';
}

function unsupported(request: FastifyRequest): Answer {
  const given = request.headers['content-type'] ?? 'none';
  const message = `Content-Type ${given.slice(0, 100)}: OTLP is application/x-protobuf or application/json`;
  return failure('json', 'unsupported_media_type', message);
}

function answerEncoding(request: FastifyRequest): Encoding {
  return encodingOf(request.headers['content-type']) ?? 'json';
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(answer.retryAfterSeconds));
  }
  return reply.code(answer.status).type(answer.contentType).send(answer.body);
}
