import {
  logVerbosity,
  Server,
  ServerCredentials,
  setLogVerbosity,
  type handleUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { isIPv6 } from 'node:net';
import type { Answer } from '../http/answers.ts';
import type { ByteBudget } from '../intake/byte-budget.ts';
import type { KeyCheck } from '../intake/ingest-key.ts';
import { refuse } from '../intake/refuse.ts';
import type { RequestLedger } from '../intake/request-counts.ts';
import type { ExportRequest, Receive, Signal } from '../receive.ts';
import { createAdmission } from './admit.ts';
import { EXPORTS } from './services.ts';
import { toStatus } from './status.ts';

export interface GrpcServerOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  maxBodyBytes: number;
  budget: ByteBudget;
  keyFault: KeyCheck;
  receive: Receive;
  ledger: RequestLedger;
  requestTimeoutMs?: number;
}

export interface GrpcServer {
  /** `http://host:port`, as exporters want it. */
  address: string;
  /** Takes no more calls and answers those under way. */
  close(): Promise<void>;
}

const SIGNALS = ['traces', 'metrics', 'logs'] as const;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CALLS_PER_CONNECTION = 128;
const IDLE_MS = 5 * 60_000;
const CLOSE_MS = 5_000;

/** The port of OTLP/gRPC cannot be opened; `code` is the system's, where it gave one. */
export class GrpcListenError extends Error {
  override readonly name = 'GrpcListenError';
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message, { cause });
    // The library tells the system's code in its text only.
    const isName = /Name resolution failed/.test(cause.message);
    this.code = isName ? 'ENOTFOUND' : /\b(E[A-Z]{3,})\b/.exec(cause.message)?.[1];
  }
}

/** The OTLP/gRPC door. Rejects with a {@link GrpcListenError}. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { host, port, maxBodyBytes, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  // Whatever fails is thrown or answered, and the caller has the log.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({
    'grpc.max_receive_message_length': maxBodyBytes,
    'grpc.max_concurrent_streams': MAX_CALLS_PER_CONNECTION,
    'grpc.max_connection_idle_ms': IDLE_MS,
    interceptors: [createAdmission({ ...options, requestTimeoutMs })],
  });
  for (const signal of SIGNALS) {
    server.addService({ Export: EXPORTS[signal] }, { Export: handle(signal, options) });
  }
  const bound = await bind(server, `${isIPv6(host) ? `[${host}]` : host}:${port}`);
  return { address: addressOf(host, bound), close: () => close(server) };
}

/** One message: within the budget, into the same pipeline as HTTP. */
function handle(signal: Signal, options: GrpcServerOptions): handleUnaryCall<Buffer, Buffer> {
  const exchange = async (body: Buffer, done: sendUnaryData<Buffer>): Promise<void> => {
    const answer = await take({ signal, encoding: 'protobuf', body }, options);
    options.ledger.note('grpc', answer);
    if (answer.refusal === null) done(null, answer.body);
    else done(toStatus(answer.refusal));
  };
  return ({ request }, done) => void exchange(request, done);
}

/** Never throws. */
async function take(
  request: ExportRequest,
  { budget, receive }: GrpcServerOptions,
): Promise<Answer> {
  const share = budget.open();
  try {
    share.take(request.body.length);
    return await receive(request);
  } catch (error) {
    return refuse('protobuf', error);
  } finally {
    share.release();
  }
}

function bind(server: Server, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
    if (error === null) resolve(port);
    else reject(new GrpcListenError(error));
  });
  return promise;
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

function addressOf(host: string, port: number): string {
  const shown = ANY_ADDRESS[host] ?? (isIPv6(host) ? `[${host}]` : host);
  return `http://${shown}:${port}`;
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.forceShutdown(), CLOSE_MS);
  server.tryShutdown(() => resolve());
  await promise;
  clearTimeout(timer);
}
