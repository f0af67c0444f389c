import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { drainPending } from 'chdb';
import { createChdbConnection } from 'chdb/connection';

import { createClientStore } from './client-store.ts';
import { StoreError } from './errors.ts';
import type { Layout, Store } from './store.ts';

/** The engine's types come from another copy of the client's, so the two do not meet without a cast. */
type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/**
 * The engine in this process. One connection runs one statement at a time, so the writer has its own and reads share a
 * few. Each running statement holds a thread of libuv's pool: UV_THREADPOOL_SIZE must exceed their number.
 */
export async function openEmbedded(
  dataDir: string,
  readerCount: number,
  layout: Layout,
): Promise<Store> {
  const path = resolve(dataDir);
  const clients: ClickHouseClient[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    // close() returns before the engine has let go of the directory.
    await drainPending();
  };
  try {
    mkdirSync(path, { recursive: true });
    for (let index = 0; index <= readerCount; index += 1) clients.push(connect(path));
    const [writer, ...readers] = clients;
    if (writer === undefined) throw new Error('no connection was made');
    await Promise.all(readers.map((reader) => reader.command({ query: 'SET readonly = 2' })));
    return createClientStore({ kind: 'embedded', layout, writer, readers, close });
  } catch (error) {
    await close();
    throw openingFault(error, path);
  }
}

function connect(path: string): ClickHouseClient {
  const connection: unknown = createChdbConnection({ path });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same interface, two copies of its declaration
  return createClient({ connection: connection as ClientConnection });
}

function openingFault(error: unknown, path: string): StoreError {
  const message = error instanceof Error ? error.message : String(error);
  if (/Cannot lock file|Another server instance in same directory/.test(message)) {
    return new StoreError(
      { code: 'data_dir_in_use', retryable: false },
      `The data directory ${path} is in use by another Loopscope process; stop that one or choose another directory.`,
      { cause: error },
    );
  }
  if (/only one active data directory per process/.test(message)) {
    return new StoreError(
      { code: 'data_dir_in_use', retryable: false },
      `This process already has another data directory open; ${path} needs a process of its own.`,
      { cause: error },
    );
  }
  return new StoreError(
    { code: 'data_dir_unusable', retryable: false },
    `The data directory ${path} cannot be opened: ${message.split('\n', 2).join(' ')}`,
    { cause: error },
  );
}
