import { StoreError } from './errors.ts';
import { openServer } from './server.ts';
import type { Layout, Store, StoreOptions } from './store.ts';

const DEFAULT_READERS = 4;

/**
 * The store: embedded in `dataDir`, or the ClickHouse server at `url`. Throws `StoreError`: `data_dir_in_use`,
 * `data_dir_unusable`, `engine_missing`, `store_unreachable`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, url, cluster, retentionDays, readers = DEFAULT_READERS } = options;
  const layout: Layout = { retentionDays, cluster: cluster ?? null };
  if (url !== undefined && url !== '') return openServer({ ...options, url }, readers, layout);
  // The engine weighs hundreds of megabytes: whoever has a server, or only reads our types, does without.
  const { openEmbedded } = await import('./embedded.ts').catch((error: unknown) => {
    throw missingEngine(error);
  });
  return openEmbedded(dataDir, readers, layout);
}

/** The engine is a library for one kind of machine, installed beside us where there is one. */
function missingEngine(cause: unknown): StoreError {
  return new StoreError(
    { code: 'engine_missing', retryable: false },
    `The embedded ClickHouse cannot be loaded on ${process.platform}-${process.arch}. Where there is a build for it (Linux with glibc, macOS), ` +
      `"pnpm --filter @loopscope/sql update chdb" fetches it; elsewhere set LOOPSCOPE_CLICKHOUSE_URL to a ClickHouse server, or use Docker.`,
    { cause },
  );
}
