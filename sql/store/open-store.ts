import { openServer } from './server.ts';
import type { Layout, Store, StoreOptions } from './store.ts';

const DEFAULT_READERS = 4;

/**
 * The store: embedded in `dataDir`, or the ClickHouse server at `url`. Throws `StoreError`: `data_dir_in_use`,
 * `data_dir_unusable`, `store_unreachable`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, url, cluster, retentionDays, readers = DEFAULT_READERS } = options;
  const layout: Layout = { retentionDays, cluster: cluster ?? null };
  if (url !== undefined && url !== '') return openServer({ ...options, url }, readers, layout);
  // The engine weighs hundreds of megabytes: whoever has a server, or only reads our types, does without.
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(dataDir, readers, layout);
}
