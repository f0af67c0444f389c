import { join } from 'node:path';
import type { Declarations } from '@loopscope/signature';
import type { Store } from '@loopscope/sql';
import { createCounters, type Counters, type Counts, type SideCounts } from './counters.ts';
import { startDrain, type Drain } from './drain/drain.ts';
import { startGrpcServer, type GrpcServer, type GrpcServerOptions } from './grpc/server.ts';
import type { IngestSettings } from './ingest/ingest.ts';
import type { IngestThread } from './ingest/ingest-thread.ts';
import { startIngest } from './ingest/start-ingest.ts';
import { createByteBudget } from './intake/byte-budget.ts';
import { createKeyCheck } from './intake/ingest-key.ts';
import {
  createRequestLedger,
  type LastRefusal,
  type RequestCounts,
  type RequestLedger,
} from './intake/request-counts.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import type { Masking } from './mask/mask-span.ts';
import { createReceiver, type Receive } from './receive.ts';
import { closeServer, createServer } from './http/server.ts';

export interface CollectorOptions {
  store: Store;
  host: string;
  /** 0 picks a free one. */
  httpPort: number;
  /** 0 picks a free one; without it there is no OTLP/gRPC. */
  grpcPort?: number;
  /** Directory of the spool; one collector at a time. */
  dataDir: string;
  /** Bytes of accepted spans that may wait for the store. Default 2 GiB. */
  spoolBytes?: number;
  project?: string;
  declarations: Declarations;
  /** Empty: every request is let in. */
  ingestKeys: readonly string[];
  /** `hashes`: signatures and fingerprints are kept, the text of arguments and results is not. */
  content: 'full' | 'hashes';
  /** Takes secrets out of all that is kept; without it texts are kept as they come. */
  masking?: Masking | null;
  maxBodyBytes?: number;
  /** Bytes of all requests that are not answered yet; what goes beyond is asked to come again. */
  maxInFlightBytes?: number;
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number;
  /** How long closing waits for the store to take what is in the spool. Default 10 s. */
  closeWithinMs?: number;
  now: () => number;
  log: Log;
}

export interface Collector {
  /** `http://host:port`, without a path. */
  address: string;
  /** The same of OTLP/gRPC; null where it is not served. */
  grpcAddress: string | null;
  counters(): Ingestion;
  requests(): RequestCounts;
  /** Whether spans can be spooled, whatever the store does. Never throws. */
  ping(): Promise<boolean>;
  /** Resolves when all that was accepted by now is in the store; false where that takes longer than `withinMs`. */
  drain(withinMs?: number): Promise<boolean>;
  /**
   * Takes no more requests, answers those under way and empties the spool, as far as the store lets it in the time: what is
   * left waits for the next start.
   */
  close(): Promise<void>;
}

/** The equation, and how the spool stands. */
export interface Ingestion extends Counts, SideCounts {
  /** Requests that were asked to come again: their sender still has the spans. */
  turnedAway: number;
  /** Requests that were not taken, for whatever reason, by what it was. */
  refusals: RequestCounts['refused'];
  lastRefusal: LastRefusal | null;
  spoolBytes: number;
  spoolLimitBytes: number;
  /** Age of the oldest span in the spool; 0 where it is empty. */
  spoolOldestMs: number;
  /** How long the latest spans that reached the store had waited for it. */
  spoolLagMs: number;
}

const SPOOL_NAME = 'spool.sqlite';
const SPOOL_BYTES = 2 * 1024 ** 3;
const MAX_IN_FLIGHT_BYTES = 256 * 1024 * 1024;
/** Closing must end, even where the store has gone away. */
const CLOSE_WITHIN_MS = 10_000;

/**
 * Listens for OTLP over HTTP and gRPC; answers when spans are safely spooled, and moves them into the store. Rejects where
 * a port is in use, and with a `SpoolError` where the spool cannot be opened.
 */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const { store, now, log } = options;
  const counters = createCounters();
  const ingest = await startIngest({
    settings: settingsOf(options),
    now,
    log,
    onLost: (rejected) => counters.settle({ rejected }),
    onReopened: (fresh) => counters.correct(fresh),
  });
  counters.adopt(ingest.occupancy().fresh);
  const drain = startDrain({ ingest, store, counters, now, log });
  const closeSpool = async (): Promise<void> => {
    await drain.close();
    await ingest.close();
  };
  const ledger = createRequestLedger(now, log);
  const receive = createReceiver({ ingest, counters, onSpooled: () => drain.wake() });
  const listeners = await openListeners(options, { receive, ledger, ingest }).catch(
    async (error: unknown) => {
      await closeSpool();
      throw error;
    },
  );
  return {
    address: listeners.address,
    grpcAddress: listeners.grpcAddress,
    counters: () => readIngestion({ options, counters, ledger, ingest, drain }),
    requests: () => ledger.counts(),
    ping: () => ingest.ping(),
    drain: (withinMs) => flush(drain, withinMs),
    async close() {
      await listeners.close();
      if (!(await flush(drain, options.closeWithinMs ?? CLOSE_WITHIN_MS))) {
        const { spooled } = counters.counts();
        log('warn', 'spans stay in the spool for the next start', { spooled });
      }
      await closeSpool();
    },
  };
}

function settingsOf(options: CollectorOptions): IngestSettings {
  const { store, project = 'default', declarations, content, maxBodyBytes } = options;
  return {
    project,
    declarations,
    content,
    masking: options.masking ?? null,
    limits: maxBodyBytes === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, maxBodyBytes },
    retentionDays: store.layout.retentionDays,
    spoolPath: join(options.dataDir, SPOOL_NAME),
    spoolBytes: options.spoolBytes ?? SPOOL_BYTES,
  };
}

function flush(drain: Drain, withinMs?: number): Promise<boolean> {
  return drain.flush(withinMs === undefined ? undefined : AbortSignal.timeout(withinMs));
}

interface Parts {
  options: CollectorOptions;
  counters: Counters;
  ledger: RequestLedger;
  ingest: IngestThread;
  drain: Drain;
}

function readIngestion({ options, counters, ledger, ingest, drain }: Parts): Ingestion {
  const { bytes, oldestMs } = ingest.occupancy();
  const { refused, lastRefusal } = ledger.counts();
  return {
    ...counters.counts(),
    ...counters.side,
    turnedAway: refused.unavailable + refused.overloaded,
    refusals: refused,
    lastRefusal,
    spoolBytes: bytes,
    spoolLimitBytes: options.spoolBytes ?? SPOOL_BYTES,
    spoolOldestMs: oldestMs === null ? 0 : Math.max(0, options.now() - oldestMs),
    spoolLagMs: drain.lagMs(),
  };
}

interface Listeners {
  address: string;
  grpcAddress: string | null;
  close(): Promise<void>;
}

async function openListeners(
  options: CollectorOptions,
  { receive, ledger, ingest }: { receive: Receive; ledger: RequestLedger; ingest: IngestThread },
): Promise<Listeners> {
  const { store, host, httpPort: port, requestTimeoutMs } = options;
  const listening = {
    maxBodyBytes: options.maxBodyBytes ?? DEFAULT_LIMITS.maxBodyBytes,
    budget: createByteBudget(options.maxInFlightBytes ?? MAX_IN_FLIGHT_BYTES),
    keyFault: createKeyCheck(options.ingestKeys),
    receive,
    ledger,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  };
  const unready = async (): Promise<string | null> => {
    if (!(await ingest.ping())) return 'spool unavailable';
    return (await store.ping()) ? null : 'store unavailable';
  };
  const server = createServer({ ...listening, unready });
  const address = await server.listen({ host, port });
  const grpc = await openGrpc(options, listening).catch(async (error: unknown) => {
    await closeServer(server);
    throw error;
  });
  return {
    address,
    grpcAddress: grpc?.address ?? null,
    async close() {
      await Promise.all([closeServer(server), grpc?.close()]);
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
