import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { drainPending } from 'chdb';
import { createChdbConnection } from 'chdb/connection';

import { createClientStore, type BytesInsert, type Question } from './client-store.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { StoreError } from './errors.ts';
import { makeDirectory } from './make-directory.ts';
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
  let unlock = (): void => undefined;
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    // close() returns before the engine has let go of the directory.
    await drainPending();
    unlock();
  };
  try {
    makeDirectory(path);
    unlock = lockDataDir(path);
    const connection = inUtc(() => createChdbConnection({ path }));
    const writer = toClient(connection);
    clients.push(writer);
    for (let index = 0; index < readerCount; index += 1) {
      clients.push(toClient(createChdbConnection({ path })));
    }
    const readers = clients.slice(1);
    let insertedBytes = 0;
    // Straight to the engine's parser: through the client, bytes would become the text of a statement first.
    const insertBytes = async ({ table, bytes, settings }: BytesInsert): Promise<void> => {
      await connection.chdb.rawInsert({ table, values: bytes, format: 'JSONEachRow', settings });
      insertedBytes += bytes.length;
      if (insertedBytes < PURGE_AFTER_BYTES) return;
      insertedBytes = 0;
      await writer.command({ query: 'SYSTEM JEMALLOC PURGE' }).catch(() => undefined);
    };
    await Promise.all(readers.map((reader) => reader.command({ query: 'SET readonly = 2' })));
    // Only another connection can end what runs on one.
    const end = async (mark: string): Promise<void> => {
      const query = `KILL QUERY WHERE query LIKE {mark:String} AND query NOT LIKE 'KILL%' ASYNC`;
      await writer.command({ query, query_params: { mark: `%/* ${mark} */%` } });
    };
    return createClientStore({
      kind: 'embedded',
      layout,
      writer,
      insertBytes,
      read: readBytes,
      readers,
      end,
      close,
    });
  } catch (error) {
    await close();
    throw openingFault(error, path);
  }
}

/** The engine reads the host's zone when it starts and knows names only: `TZ=CET-1CEST`, which is legal, would keep it shut. */
function inUtc<Opened>(open: () => Opened): Opened {
  const { TZ } = process.env;
  process.env['TZ'] = 'UTC';
  try {
    return open();
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
}

/** As the engine wrote it: whoever asked makes a text of it, which may be another thread. */
async function readBytes(
  reader: ClickHouseClient,
  { query, ...bound }: Question,
): Promise<Uint8Array> {
  const { stream } = await reader.exec({ query: `${query}\nFORMAT JSONEachRow`, ...bound });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}

/** After so many inserted bytes the engine gives back the memory that it holds ready, which grows to hundreds of megabytes. */
const PURGE_AFTER_BYTES = 32e6;

function toClient(connection: unknown): ClickHouseClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same interface, two copies of its declaration
  const client = { connection: connection as ClientConnection };
  return createClient({ ...client, log: { level: ClickHouseLogLevel.OFF } });
}

/** Node says of a read-only disk that there is no such file. */
function sayUnwritable(path: string): string | null {
  if (!existsSync(path) && dirname(path) !== path) return sayUnwritable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return null;
  } catch {
    return `nothing may be written in ${path}`;
  }
}

function openingFault(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/only one active data directory per process/.test(message)) {
    return new StoreError(
      { code: 'data_dir_in_use', retryable: false },
      `This process already has another data directory open; ${path} needs a process of its own.`,
      { cause: error },
    );
  }
  return new StoreError(
    { code: 'data_dir_unusable', retryable: false },
    `The data directory ${path} cannot be opened: ${sayUnwritable(path) ?? message.split('\n', 1)[0]}`,
    { cause: error },
  );
}
