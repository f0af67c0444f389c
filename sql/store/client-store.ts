import { randomUUID } from 'node:crypto';

import type { ClickHouseClient } from '@clickhouse/client';

import { createFollowers } from './followers.ts';
import { discardLeftover } from './discard-leftover.ts';
import { StoreError, toStoreError } from './errors.ts';
import type { ReadBounds } from './query.ts';
import { storeOf } from './store-of.ts';
import type { Layout, Statement, Store } from './store.ts';
import type { TableName } from '../rows/table-rows.ts';
import { touchesOf } from './touches-of.ts';
import { createWriteCounts } from './write-counts.ts';

/** Bounds of every read, and the one output form that both stores are asked for. */
const READ_SETTINGS = [
  'max_execution_time=30',
  'max_result_rows=1000000',
  'max_memory_usage=4000000000',
  'output_format_json_array_of_rows=1',
  'output_format_json_quote_64bit_integers=1',
  'output_format_json_quote_denormals=0',
  // A question over a cluster reads whole tables, never one shard's part of them.
  "distributed_product_mode='global'",
].join(', ');

/** A setting that is named again replaces the earlier one. */
const boundSettings = ({ seconds, rows, memoryBytes }: ReadBounds): string =>
  `, max_execution_time=${seconds}, max_rows_to_read=${rows}, max_memory_usage=${memoryBytes}`;

const SAFE_TOKEN = /^[\w.:/-]{1,200}$/;

export interface Clients {
  kind: Store['kind'];
  layout: Layout;
  writer: ClickHouseClient;
  /** Hands the bytes of rows to the engine as they are; `settings` are the statement's own. */
  insertBytes(insert: BytesInsert): Promise<void>;
  /** The answer as one JSON array. */
  read: (reader: ClickHouseClient, question: Question) => Promise<string | Uint8Array>;
  /** At least one; a statement runs on the first that is free. */
  readers: readonly ClickHouseClient[];
  /** Ends the statement whose text holds the mark; null where it ends when its connection is closed. */
  end: ((mark: string) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface Question {
  query: string;
  query_params: Record<string, unknown>;
  abort_signal?: AbortSignal;
}

export interface BytesInsert {
  table: TableName;
  /** One JSON object a line. */
  bytes: Uint8Array;
  settings: Readonly<Record<string, string | number>>;
}

/** The store over any clients of `@clickhouse/client`: the embedded engine and a server differ only in these. */
export function createClientStore(clients: Clients): Store {
  const { kind, layout, writer, readers, end, read } = clients;
  const writes = kind === 'embedded' ? createWriteCounts() : undefined;
  const followers = createFollowers();
  const insertInto = async (table: TableName, bytes: Uint8Array, token: string): Promise<void> => {
    const settings = insertSettings(token);
    try {
      await clients.insertBytes({ table, bytes, settings });
    } catch (error) {
      throw toStoreError(error, `insert into ${table}`);
    } finally {
      // What failed may have been written in part.
      writes?.note(table);
    }
  };
  const insertLines = async (table: TableName, bytes: Uint8Array, token: string): Promise<void> => {
    if (bytes.length === 0) return;
    await insertInto(table, bytes, token);
    if (table !== 'spans') return;
    const atMs = Date.now();
    // Copies: the bytes are the caller's to use again.
    followers.tell(() => ({ lines: new Uint8Array(bytes), atMs }));
    // Views become visible one after another: a trace is told of when all that is made of its spans can be read.
    await insertInto('touched_traces', touchesOf(bytes), token);
  };
  const pool = createPool(readers);
  return storeOf({
    kind,
    layout,
    ask: (statement) =>
      pool.use((reader) => askClient(reader, { statement, end, read }), statement.signal),
    insertLines,
    writes,
    followSpans: kind === 'embedded' ? followers.follow : undefined,
    define: (statement) => defineObject(writer, statement),
    erase: (statement) => eraseRows(writer, statement),
    ping: () =>
      pool.use(async (reader) => (await reader.ping({ select: true })).success, undefined),
    close: () => clients.close(),
  });
}

/** Rows are given to the engine in one block, so that their token stands for all of them. */
function insertSettings(token: string): Readonly<Record<string, string | number>> {
  if (!SAFE_TOKEN.test(token)) {
    throw new StoreError(
      { code: 'bad_params', retryable: false },
      `deduplication token ${JSON.stringify(token)}: expected 1 to 200 of letters, digits, _.:/-`,
    );
  }
  return {
    async_insert: 0,
    distributed_foreground_insert: 1,
    input_format_parallel_parsing: 0,
    // Handing a block from thread to thread costs a twelfth of the insert, and other inserts have the other processors.
    max_threads: 1,
    // Rows of one key are told apart by who reads them: merging each block before it is written costs a fifth of the insert.
    optimize_on_insert: 0,
    insert_deduplication_token: token,
  };
}

/** Settings stand in the text: given per call they would stay on the embedded store's session and eat later inserts. */
export function insertStatement({ table, settings }: Omit<BytesInsert, 'bytes'>): string {
  const pairs = Object.entries(settings).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? value : `'${value}'`}`,
  );
  return `INSERT INTO ${table} SETTINGS ${pairs.join(', ')} FORMAT JSONEachRow`;
}

interface Asking {
  statement: Statement;
  end: Clients['end'];
  read: Clients['read'];
}

async function askClient(
  reader: ClickHouseClient,
  { statement, end, read }: Asking,
): Promise<string | Uint8Array> {
  const { name, sql, params, bounds, signal } = statement;
  const more = bounds === undefined ? '' : boundSettings(bounds);
  const mark = signal === undefined || end === null ? null : randomUUID();
  const stop = (): void => {
    // What ends by itself meanwhile is over, and the next statement is another one.
    if (mark !== null) void end?.(mark).catch(() => undefined);
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await read(reader, {
      query: `${sql}\nSETTINGS ${READ_SETTINGS}${more}${mark === null ? '' : ` /* ${mark} */`}`,
      query_params: { ...params },
      ...(signal !== undefined && end === null && { abort_signal: signal }),
    });
  } catch (error) {
    if (end !== null) await discardLeftover(reader);
    throw signal?.aborted === true ? cancelled(name) : toStoreError(error, name);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const cancelled = (name: string): StoreError =>
  new StoreError({ code: 'cancelled', retryable: false }, `${name}: nobody waits for it any more`);

async function defineObject(writer: ClickHouseClient, statement: string): Promise<void> {
  try {
    await writer.command({ query: statement });
  } catch (error) {
    throw toStoreError(error, firstWords(statement));
  }
}

async function eraseRows(
  writer: ClickHouseClient,
  { name, sql, params }: Pick<Statement, 'name' | 'sql' | 'params'>,
): Promise<void> {
  try {
    await writer.command({ query: sql, query_params: { ...params } });
  } catch (error) {
    throw toStoreError(error, name);
  }
}

function firstWords(statement: string): string {
  return statement.trim().split(/\s+/).slice(0, 6).join(' ');
}

interface Pool {
  use<T>(
    work: (reader: ClickHouseClient) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T>;
}

/** Lends each reader to one piece of work at a time; who finds none waits in line, and leaves it where nobody waits for him. */
function createPool(readers: readonly ClickHouseClient[]): Pool {
  const free = [...readers];
  const waiting = new Set<(reader: ClickHouseClient) => void>();
  const wait = (signal: AbortSignal | undefined): Promise<ClickHouseClient> => {
    const turn = Promise.withResolvers<ClickHouseClient>();
    const leave = (): void => {
      waiting.delete(turn.resolve);
      turn.reject(cancelled('a question in line'));
    };
    waiting.add(turn.resolve);
    signal?.addEventListener('abort', leave, { once: true });
    return turn.promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  const giveBack = (reader: ClickHouseClient): void => {
    const [next] = waiting;
    if (next === undefined) {
      free.push(reader);
      return;
    }
    waiting.delete(next);
    next(reader);
  };
  return {
    async use(work, signal) {
      if (signal?.aborted === true) throw cancelled('a question');
      const reader = free.pop() ?? (await wait(signal));
      try {
        return await work(reader);
      } finally {
        giveBack(reader);
      }
    },
  };
}
