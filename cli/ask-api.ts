import { randomUUID } from 'node:crypto';

import { createWorkbench } from '@loopscope/analyzer';
import { startApi } from '@loopscope/api';
import { StoreError } from '@loopscope/sql';

import { createStderrLog } from './commands/serve.ts';
import { webUrl } from './commands/web-url.ts';
import type { Config } from './config.ts';
import { CliError } from './failure.ts';
import { openMigratedStore } from './open-store.ts';
import { VERSION } from './version.ts';

/** An API to ask: its address, and the key that it wants. */
export interface ApiAddress {
  url: string;
  /** Empty: none. */
  key: string;
}

/** Asks one question; answers the text. With a body it is a POST, unless told otherwise. Throws a CliError that says what the API said. */
export type Ask = (path: string, body?: unknown, method?: 'POST' | 'DELETE') => Promise<string>;

/**
 * Works with the API that is named, else with the store of the configuration, else, where a running Loopscope holds that store,
 * with its API.
 */
export async function withApi<Result>(
  config: Config,
  named: ApiAddress | null,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  if (named !== null) return work(createAsk(named));
  const log = createStderrLog();
  try {
    const store = await openMigratedStore(config.store, { log });
    try {
      return await withOwnApi(config, store, work);
    } finally {
      await store.close();
    }
  } catch (error) {
    const isHeld = error instanceof StoreError && error.code === 'data_dir_in_use';
    if (!isHeld) throw error;
    if (config.httpPort === 0) {
      throw new CliError(
        'A running Loopscope holds the data directory; name its address: --url http://127.0.0.1:PORT.',
        { cause: error },
      );
    }
    return work(createAsk({ url: webUrl(config), key: config.apiKeys[0] ?? '' }));
  }
}

/** The API of this process alone, for as long as the work takes: nobody else knows its key. */
async function withOwnApi<Result>(
  { declarations, prices }: Config,
  store: Awaited<ReturnType<typeof openMigratedStore>>,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const key = randomUUID();
  const api = await startApi({
    store,
    host: '127.0.0.1',
    port: 0,
    webDir: null,
    apiKeys: [key],
    addresses: () => ({ otlp_http: '', otlp_grpc: null }),
    ingestion: () => null,
    workbench: createWorkbench({ store, declarations, prices, now: Date.now }),
    version: VERSION,
    now: Date.now,
    log: createStderrLog(),
  });
  try {
    return await work(createAsk({ url: api.address, key }));
  } finally {
    await api.close();
  }
}

function createAsk({ url, key }: ApiAddress): Ask {
  return async (path, body, method = 'POST') => {
    const response = await send(`${url}${path}`, {
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new CliError(messageIn(text) ?? `${url} answered ${response.status}`);
    return text;
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new CliError(`No Loopscope answers at ${new URL(url).origin}.`, { cause: error });
  }
}

function messageIn(text: string): string | null {
  const found = /"message":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return found === undefined ? null : String(JSON.parse(found));
}
