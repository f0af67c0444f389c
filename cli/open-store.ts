import { setTimeout as sleep } from 'node:timers/promises';

import { migrate, openStore, StoreError, type Store, type StoreOptions } from '@loopscope/sql';

import type { StoreConfig } from './config.ts';
import type { Log } from './log.ts';

const RETRY_MS = 2000;
/** A line of log for every so many attempts. */
const LOG_EVERY = 5;

export interface OpenOptions {
  log: Log;
  /** Waits for a server that does not answer yet, until this signal; without one it throws at once. */
  signal?: AbortSignal;
  retryMs?: number;
}

/** Opens the store and brings its tables up to date. Throws a StoreError. */
export async function openMigratedStore(config: StoreConfig, options: OpenOptions): Promise<Store> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openOnce(config);
    } catch (error) {
      const { signal } = options;
      const isAway = error instanceof StoreError && error.code === 'store_unreachable';
      if (!isAway || signal === undefined || signal.aborted) throw error;
      if (attempt % LOG_EVERY === 0) {
        options.log('warn', 'the ClickHouse server does not answer; waiting for it', {
          url: config.url,
          reason: error.message,
        });
      }
      await sleep(options.retryMs ?? RETRY_MS, undefined, { signal });
    }
  }
}

async function openOnce(config: StoreConfig): Promise<Store> {
  const store = await openStore(toStoreOptions(config));
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function toStoreOptions(config: StoreConfig): StoreOptions {
  const { dataDir, retentionDays, url, user, password, database, cluster } = config;
  return {
    dataDir,
    retentionDays,
    ...(url === null ? {} : { url }),
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
    ...(database === '' ? {} : { database }),
    ...(cluster === null ? {} : { cluster }),
  };
}
