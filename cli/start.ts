import { createWorkbench, startAnalyzerThread, type Analyzer } from '@loopscope/analyzer';
import { startApi } from '@loopscope/api';
import { GrpcListenError, SpoolError, startCollector, type Collector } from '@loopscope/collector';
import type { Store } from '@loopscope/sql';

import { createAlerting, type AlertingPart } from './alerting.ts';
import { ceilingOf } from './ceilings.ts';
import type { Config } from './config.ts';
import { CliError, listenFailure } from './failure.ts';
import { ingestionOf } from './ingestion.ts';
import type { Log } from './log.ts';
import { readMasking } from './masking.ts';
import { openMigratedStore } from './open-store.ts';
import { ROLES, type Role } from './roles.ts';
import { createTextScan } from './scan/scan-text.ts';

/** Addresses without a path; null where the role does not run. */
export interface Addresses {
  ui: string | null;
  otlpHttp: string | null;
  otlpGrpc: string | null;
}

export interface Running {
  addresses: Addresses;
  /** Turns that wait to be resolved are resolved; returns how many traces there were. */
  drain(): Promise<number>;
  /** Stops listening, finishes open requests, drains, closes the store. */
  close(): Promise<void>;
}

export interface StartOptions {
  log: Log;
  /** All of them where not given. */
  roles?: readonly Role[];
  /** Folder of the built web; null serves the API alone. */
  webDir?: string | null;
  version?: string;
  now?: () => number;
  /** Ends the wait for a server that does not answer. */
  signal?: AbortSignal;
}

/** Closing must end, even where the store has gone away. */
const DRAIN_MS = 15_000;

/** Opens the store and starts the roles on it; where one fails, the others are closed again. */
export async function startLoopscope(config: Config, options: StartOptions): Promise<Running> {
  const roles = options.roles ?? ROLES;
  if (config.store.url === null && roles.length < ROLES.length) {
    throw new CliError(
      'A role of its own needs a ClickHouse server that the others share: set LOOPSCOPE_CLICKHOUSE_URL, or run all of them by `loopscope start`.',
    );
  }
  const store = await openMigratedStore(config.store, options);
  const parts = new Parts(store, config, options);
  try {
    if (roles.includes('collector')) await parts.startCollector();
    if (roles.includes('analyzer')) parts.startAnalyzer();
    if (roles.includes('api')) await parts.startApi();
    if (roles.includes('alerts')) parts.startAlerts();
  } catch (error) {
    await parts.close();
    throw error;
  }
  return {
    addresses: parts.addresses,
    drain: () => parts.drain(),
    close: () => parts.close(),
  };
}

/** The roles that run, and how each is taken down again. */
class Parts {
  readonly addresses: Addresses = { ui: null, otlpHttp: null, otlpGrpc: null };
  readonly #store: Store;
  readonly #config: Config;
  readonly #options: StartOptions;
  readonly #now: () => number;
  #collector: Collector | null = null;
  #analyzer: Analyzer | null = null;
  #closing: Promise<void> | null = null;
  readonly #alerting: AlertingPart;
  /** Taken down first: nothing new comes in. */
  readonly #listeners: { close(): Promise<void> }[] = [];
  readonly #workers: { close(): Promise<void> }[] = [];

  constructor(store: Store, config: Config, options: StartOptions) {
    this.#store = store;
    this.#config = config;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#alerting = createAlerting({
      store,
      config,
      baseUrl: () => this.addresses.ui ?? `http://${config.host}:${config.httpPort}`,
      spooledSpans: () => this.#collector?.counters().spooled ?? null,
      now: this.#now,
      log: options.log,
    });
  }

  async startCollector(): Promise<void> {
    const { host, otlpHttpPort, otlpGrpcPort, declarations, ingestKeys, content } = this.#config;
    const { dataDir } = this.#config.store;
    const http = {
      what: 'OTLP/HTTP',
      host,
      port: otlpHttpPort,
      variable: 'LOOPSCOPE_OTLP_HTTP_PORT',
    };
    const grpc = {
      what: 'OTLP/gRPC',
      host,
      port: otlpGrpcPort,
      variable: 'LOOPSCOPE_OTLP_GRPC_PORT',
    };
    const collector = await startCollector({
      store: this.#store,
      host,
      httpPort: otlpHttpPort,
      grpcPort: otlpGrpcPort,
      dataDir,
      spoolBytes: this.#config.spoolBytes,
      declarations,
      ingestKeys,
      content,
      masking: readMasking(this.#config),
      maxBodyBytes: this.#config.bodyBytes,
      maxInFlightBytes: this.#config.inFlightBytes,
      now: this.#now,
      log: this.#options.log,
    }).catch((error: unknown) => {
      if (error instanceof SpoolError) throw new CliError(error.message, { cause: error });
      throw listenFailure(error, error instanceof GrpcListenError ? grpc : http);
    });
    this.#collector = collector;
    this.#listeners.push(collector);
    this.addresses.otlpHttp = collector.address;
    this.addresses.otlpGrpc = collector.grpcAddress;
  }

  startAnalyzer(): void {
    const { declarations, prices } = this.#config;
    const analyzer = startAnalyzerThread({
      store: this.#store,
      declarations,
      prices,
      now: this.#now,
      log: this.#options.log,
    });
    this.#analyzer = analyzer;
    this.#workers.push(analyzer);
  }

  async startApi(): Promise<void> {
    const { host, httpPort, apiKeys, otlpHttpPort } = this.#config;
    const listening = { what: 'UI and API', host, port: httpPort, variable: 'LOOPSCOPE_HTTP_PORT' };
    const api = await startApi({
      store: this.#store,
      host,
      port: httpPort,
      webDir: this.#options.webDir ?? null,
      apiKeys,
      ceilings: [...this.#config.ceilings].map(([name, ceiling]) => ceilingOf(name, ceiling)),
      addresses: () => ({
        otlp_http: this.addresses.otlpHttp ?? `http://${host}:${otlpHttpPort}`,
        otlp_grpc: this.addresses.otlpGrpc,
      }),
      ingestion: () => (this.#collector === null ? null : ingestionOf(this.#collector.counters())),
      takesSpans: async () => (await this.#collector?.ping()) ?? true,
      alerting: this.#alerting.port,
      workbench: createWorkbench({
        store: this.#store,
        declarations: this.#config.declarations,
        prices: this.#config.prices,
        now: this.#now,
      }),
      scan: createTextScan(
        { declarations: this.#config.declarations, prices: this.#config.prices },
        this.#now,
      ),
      settings: {
        retentionDays: this.#config.store.retentionDays,
        content: this.#config.content,
        ingestKeys: this.#config.ingestKeys.length,
      },
      version: this.#options.version ?? '0.0.0',
      now: this.#now,
      log: this.#options.log,
    }).catch((error: unknown) => {
      throw listenFailure(error, listening);
    });
    this.#listeners.push(api);
    this.addresses.ui = api.address;
  }

  startAlerts(): void {
    this.#alerting.start();
    this.#workers.push(this.#alerting);
  }

  async drain(): Promise<number> {
    await this.#collector?.drain();
    return (await this.#analyzer?.drain()) ?? 0;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { log } = this.#options;
    const closing = async (part: { close(): Promise<void> }) => {
      await part.close().catch((error: unknown) => {
        log('error', 'a part did not close cleanly', { error: String(error) });
      });
    };
    await Promise.all(this.#listeners.splice(0).map(closing));
    await within(DRAIN_MS, this.drain()).catch((error: unknown) => {
      log('warn', 'some turns are left for the next start', { reason: String(error) });
    });
    await Promise.all(this.#workers.splice(0).map(closing));
    this.#analyzer = null;
    await closing(this.#store);
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
