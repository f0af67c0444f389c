import { openMigratedStore } from '../open-store.ts';
import { openSession } from './serve.ts';

/** `migrate`: makes every table and view that is not there, and says so. */
export async function runMigrate(options: { json: boolean }): Promise<void> {
  const { config, log } = openSession([]);
  const store = await openMigratedStore(config.store, { log });
  await store.close();
  const where = config.store.url ?? config.store.dataDir;
  const line = options.json
    ? JSON.stringify({ migrated: true, store: store.kind, where })
    : `tables and views are up to date in ${where}`;
  process.stdout.write(`${line}\n`);
}
