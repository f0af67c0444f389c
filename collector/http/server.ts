import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { failure, type Answer } from './answers.ts';
import { encodingOf, type Encoding } from '../decode/media-type.ts';
import type { ByteBudget } from '../intake/byte-budget.ts';
import { compressionOf, inflate } from '../intake/inflate.ts';
import type { KeyCheck } from '../intake/ingest-key.ts';
import { readBody } from '../intake/read-body.ts';
import { refuse } from '../intake/refuse.ts';
import { answerNoHttp } from './no-http.ts';
import type { RequestLedger } from '../intake/request-counts.ts';
import type { Receive, Signal } from '../receive.ts';

export interface ServerOptions {
  maxBodyBytes: number;
  budget: ByteBudget;
  keyFault: KeyCheck;
  receive: Receive;
  /** What does not work; null where all does. */
  unready: () => Promise<string | null>;
  ledger: RequestLedger;
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number;
}

const SIGNALS: ReadonlyMap<string, Signal> = new Map([
  ['/v1/traces', 'traces'],
  ['/v1/metrics', 'metrics'],
  ['/v1/logs', 'logs'],
]);
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REQUEST_TIMEOUT_MS = 30_000;

/** The OTLP/HTTP door. Every answer below /v1 is in the encoding of its request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const server = Fastify({
    requestTimeout,
    connectionTimeout: requestTimeout,
    http: {
      requestTimeout,
      headersTimeout: Math.ceil(requestTimeout / 3),
      connectionsCheckingInterval: Math.ceil(requestTimeout / 10),
    },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => answerNoHttp(error, socket, options),
  });
  server.removeAllContentTypeParsers();
  // Bodies are read by the handler, which knows what they may cost.
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  server.addHook('onRequest', (request, reply, done) => {
    const refusal = refuseUnread(request, options);
    if (refusal === null) done();
    // The body stays unread, so the connection cannot serve another request.
    else send(reply.header('connection', 'close'), refusal, options);
  });
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    // Who kept the connection would send the next request just when it ends.
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  server.setErrorHandler((error, request, reply) =>
    send(reply, refuse(answerEncoding(request), error), options),
  );
  server.setNotFoundHandler((request, reply) => {
    const message = `no ${request.method} ${request.url}: OTLP goes to POST /v1/traces, /v1/logs and /v1/metrics, and the UI has a port of its own`;
    return send(reply, failure(answerEncoding(request), 'not_found', message), options);
  });
  addRoutes(server, options);
  return server;
}

function addRoutes(server: FastifyInstance, options: ServerOptions): void {
  server.get('/healthz', async (_request, reply) => {
    const fault = await options.unready();
    return reply.code(fault === null ? 200 : 503).send({ status: fault ?? 'ok' });
  });
  for (const [url, signal] of SIGNALS) {
    server.post(url, async (request, reply) =>
      send(reply, await take(request, signal, options), options),
    );
    server.route({
      method: OTHER_METHODS,
      url,
      handler: (request, reply) => {
        const answer = failure(answerEncoding(request), 'wrong_method', `${url} takes POST`);
        send(reply.header('allow', 'POST'), answer, options);
      },
    });
  }
}

/** Reads the body within its bounds and hands it on. Never throws. */
async function take(
  request: FastifyRequest,
  signal: Signal,
  { maxBodyBytes, budget, receive }: ServerOptions,
): Promise<Answer> {
  const encoding = encodingOf(request.headers['content-type']);
  if (encoding === null) return unsupported(request);
  const share = budget.open();
  try {
    const bounds = { maxBytes: maxBodyBytes, share };
    const compression = compressionOf(request.headers['content-encoding']);
    const body = await inflate(await readBody(request.raw, bounds), compression, bounds);
    return await receive({ signal, encoding, body });
  } catch (error) {
    return refuse(encoding, error);
  } finally {
    share.release();
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

/** What can be said from the head of a request alone. By its route: an address has many spellings. */
function refuseUnread(request: FastifyRequest, options: ServerOptions): Answer | null {
  if (!SIGNALS.has(request.routeOptions.url ?? '')) return null;
  const encoding = answerEncoding(request);
  const fault = options.keyFault(request.headers);
  if (fault !== null) return failure(encoding, 'unauthenticated', fault);
  const { maxBodyBytes } = options;
  if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) return null;
  return failure(encoding, 'too_large', `more than ${maxBodyBytes} bytes`);
}

function unsupported(request: FastifyRequest): Answer {
  const given = request.headers['content-type'] ?? 'none';
  const message = `Content-Type ${given.slice(0, 100)}: OTLP is application/x-protobuf or application/json`;
  return failure('json', 'unsupported_media_type', message);
}

function answerEncoding(request: FastifyRequest): Encoding {
  return encodingOf(request.headers['content-type']) ?? 'json';
}

function send(reply: FastifyReply, answer: Answer, { ledger }: ServerOptions): FastifyReply {
  ledger.note('http', answer);
  if (answer.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(answer.retryAfterSeconds));
  }
  return reply.code(answer.status).type(answer.contentType).send(answer.body);
}
