import type { Declarations } from '@loopscope/signature';
import type { Store } from '@loopscope/sql';
import { createCounters, type Counts } from './counters.ts';
import { DIALECTS } from './dialects/index.ts';
import { createKeyCheck } from './http/ingest-key.ts';
import { createSpanInserter } from './insert/span-inserter.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import { ingestTraces, type PipelineOptions, type SeenBody } from './pipeline.ts';
import { createSeenBodies } from './insert/seen-bodies.ts';
import { closeServer, createServer } from './http/server.ts';

export interface CollectorOptions {
  store: Store;
  host: string;
  /** 0 picks a free one. */
  httpPort: number;
  project?: string;
  declarations: Declarations;
  /** Empty: every request is let in. */
  ingestKeys: readonly string[];
  /** `hashes`: signatures and fingerprints are kept, the text of arguments and results is not. */
  content: 'full' | 'hashes';
  maxBodyBytes?: number;
  now: () => number;
  log: Log;
}

export interface Collector {
  /** `http://host:port`, without a path. */
  address: string;
  counters(): Counts;
  /** Takes no more requests, and waits for those under way. */
  close(): Promise<void>;
}

const GROUP_COMMIT_MS = 4;
const MAX_ROWS_PER_INSERT = 2_000;
const MAX_SEEN_BODIES = 10_000;

/** Listens for OTLP/HTTP and stores what it takes before it answers. Rejects where the port is in use. */
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
  const server = createServer({
    maxBodyBytes: limits.maxBodyBytes,
    isAllowed: createKeyCheck(options.ingestKeys),
    ingest: (request) => ingestTraces(request, pipeline),
    isReady: () => store.ping(),
    counters,
    log,
  });
  const address = await server.listen({ host, port: httpPort });
  return {
    address,
    counters: () => counters.counts(),
    async close() {
      await closeServer(server);
      await inserter.close();
    },
  };
}
