import type { Declarations } from '@loopscope/signature';
import type { Store } from '@loopscope/sql';
import { createCounters, type Counts } from './counters.ts';
import { DIALECTS } from './dialects/index.ts';
import { startGrpcServer, type GrpcServer, type GrpcServerOptions } from './grpc/server.ts';
import { createByteBudget } from './intake/byte-budget.ts';
import { createKeyCheck } from './intake/ingest-key.ts';
import { createRequestLedger, type RequestCounts } from './intake/request-counts.ts';
import { createSpanInserter } from './insert/span-inserter.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import type { PipelineOptions, SeenBody } from './pipeline.ts';
import { createReceiver } from './receive.ts';
import { createSeenBodies } from './insert/seen-bodies.ts';
import { closeServer, createServer } from './http/server.ts';

export interface CollectorOptions {
  store: Store;
  host: string;
  /** 0 picks a free one. */
  httpPort: number;
  /** 0 picks a free one; without it there is no OTLP/gRPC. */
  grpcPort?: number;
  project?: string;
  declarations: Declarations;
  /** Empty: every request is let in. */
  ingestKeys: readonly string[];
  /** `hashes`: signatures and fingerprints are kept, the text of arguments and results is not. */
  content: 'full' | 'hashes';
  maxBodyBytes?: number;
  /** Bytes of all requests that are not answered yet; what goes beyond is asked to come again. */
  maxInFlightBytes?: number;
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number;
  now: () => number;
  log: Log;
}

export interface Collector {
  /** `http://host:port`, without a path. */
  address: string;
  /** The same of OTLP/gRPC; null where it is not served. */
  grpcAddress: string | null;
  counters(): Counts;
  requests(): RequestCounts;
  /** Takes no more requests, and waits for those under way. */
  close(): Promise<void>;
}

const GROUP_COMMIT_MS = 4;
const MAX_ROWS_PER_INSERT = 2_000;
const MAX_SEEN_BODIES = 10_000;
const MAX_IN_FLIGHT_BYTES = 256 * 1024 * 1024;

/** Listens for OTLP over HTTP and gRPC and stores what it takes before it answers. Rejects where the port is in use. */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const { store, host, httpPort, project = 'default', now, log } = options;
  const limits = { ...DEFAULT_LIMITS };
  if (options.maxBodyBytes !== undefined) limits.maxBodyBytes = options.maxBodyBytes;
  const counters = createCounters();
  const inserter = createSpanInserter({
    store,
    delayMs: GROUP_COMMIT_MS,
    maxRows: MAX_ROWS_PER_INSERT,
  });
  const pipeline: PipelineOptions = {
    project,
    declarations: options.declarations,
    content: options.content,
    limits,
    normalise: createNormaliser(DIALECTS),
    inserter,
    seen: createSeenBodies<SeenBody>(MAX_SEEN_BODIES),
    counters,
    now,
    log,
  };
  const ledger = createRequestLedger(log);
  const listening = {
    maxBodyBytes: limits.maxBodyBytes,
    budget: createByteBudget(options.maxInFlightBytes ?? MAX_IN_FLIGHT_BYTES),
    isAllowed: createKeyCheck(options.ingestKeys),
    receive: createReceiver(pipeline),
    ledger,
    ...(options.requestTimeoutMs === undefined
      ? {}
      : { requestTimeoutMs: options.requestTimeoutMs }),
  };
  const server = createServer({ ...listening, isReady: () => store.ping() });
  const address = await server.listen({ host, port: httpPort });
  const grpc = await openGrpc(options, listening).catch(async (error: unknown) => {
    await closeServer(server);
    throw error;
  });
  return {
    address,
    grpcAddress: grpc?.address ?? null,
    counters: () => counters.counts(),
    requests: () => ledger.counts(),
    async close() {
      await Promise.all([closeServer(server), grpc?.close()]);
      await inserter.close();
    },
  };
}

async function openGrpc(
  { host, grpcPort }: CollectorOptions,
  listening: Omit<GrpcServerOptions, 'host' | 'port'>,
): Promise<GrpcServer | null> {
  if (grpcPort === undefined) return null;
  return startGrpcServer({ ...listening, host, port: grpcPort });
}
