import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { migrate } from '../migrate.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

/** A migrated embedded store in a directory of its own, for tests. One per process at a time. */
export interface TemporaryStore extends AsyncDisposable {
  store: Store;
  dataDir: string;
  /** Any SELECT; its rows as they come. */
  select: (sql: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>[]>;
}

export async function openTemporaryStore(readers = 2): Promise<TemporaryStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-sql-'));
  const store = await openStore({ dataDir, retentionDays: 3650, readers });
  await migrate(store);
  const anything = z.record(z.string(), z.unknown());
  return {
    store,
    dataDir,
    select: (sql, params = {}) =>
      store.query({ name: 'select', sql, params: anything, row: anything }, params),
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
