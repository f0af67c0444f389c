import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';

import {
  createClientStore,
  insertStatement,
  type BytesInsert,
  type Question,
} from './client-store.ts';
import { StoreError } from './errors.ts';
import { withRetries } from './retry.ts';
import type { Layout, Store, StoreOptions } from './store.ts';

/** Longer than the longest statement that is let run, so that the server's own answer comes first. */
const REQUEST_TIMEOUT_MS = 60_000;
const WRITER_CONNECTIONS = 4;
const RETRY_DELAYS_MS = [100, 400];

/** A ClickHouse server over HTTP. Throws `store_unreachable` where it does not answer. */
export async function openServer(
  options: StoreOptions & { url: string },
  readerCount: number,
  layout: Layout,
): Promise<Store> {
  const writer = createClient(clientConfig(options, WRITER_CONNECTIONS));
  const reader = createClient({
    ...clientConfig(options, readerCount),
    // A question whose connection is closed is one that nobody waits for.
    clickhouse_settings: { readonly: '2', cancel_http_readonly_queries_on_client_close: 1 },
  });
  const close = async (): Promise<void> => {
    await Promise.all([writer.close(), reader.close()]);
  };
  const answer = await writer.ping();
  if (!answer.success) {
    await close();
    throw new StoreError(
      { code: 'store_unreachable', retryable: true },
      `The ClickHouse server at ${withoutSecrets(options.url)} does not answer: ${answer.error.message}`,
      { cause: answer.error },
    );
  }
  // One client serves many requests at once; the pool only bounds how many.
  const readers = Array.from({ length: readerCount }, () => reader);
  const insertBytes = (insert: BytesInsert): Promise<void> => sendBytes(writer, insert);
  const store = createClientStore({
    kind: 'server',
    layout,
    writer,
    insertBytes,
    read: readText,
    readers,
    end: null,
    close,
  });
  return withRetries(store, { delaysMs: RETRY_DELAYS_MS, pause: (ms) => sleep(ms) });
}

async function readText(reader: ClickHouseClient, question: Question): Promise<string> {
  const answer = await reader.query({ ...question, format: 'JSONEachRow' });
  return answer.text();
}

async function sendBytes(
  writer: ClickHouseClient,
  { bytes, ...insert }: BytesInsert,
): Promise<void> {
  const { stream } = await writer.exec({
    query: insertStatement(insert),
    values: Readable.from([bytes], { objectMode: false }),
  });
  const answer: Buffer[] = [];
  for await (const piece of stream) answer.push(Buffer.from(piece));
  // An exception that came after the head was sent stands in the body, below a 200.
  const said = Buffer.concat(answer).toString();
  if (said !== '') throw new Error(said);
}

function clientConfig(options: StoreOptions & { url: string }, connections: number) {
  return {
    url: options.url,
    ...(options.user !== undefined && { username: options.user }),
    ...(options.password !== undefined && { password: options.password }),
    ...(options.database !== undefined && { database: options.database }),
    application: 'loopscope',
    // Every fault is thrown to the caller, who has the log.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: REQUEST_TIMEOUT_MS,
    max_open_connections: connections,
    compression: compressionTo(options.url),
    // Long lists of trace ids do not fit into an address.
    use_multipart_params_auto: true,
  };
}

const NEAR = /^https?:\/\/(?:[^@/]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/;

/** Rows pack tenfold, for a few milliseconds of a thread; on the same machine there is nothing to gain. */
function compressionTo(url: string) {
  if (NEAR.test(url)) return {};
  return { request: { codec: 'zstd', level: 1 }, response: { codec: 'zstd' } } as const;
}

function withoutSecrets(url: string): string {
  try {
    const parsed = new URL(url);
    return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
  } catch {
    return 'the given address';
  }
}
