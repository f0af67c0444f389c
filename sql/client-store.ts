import { randomUUID } from 'node:crypto';

import type { ClickHouseClient } from '@clickhouse/client';

import { StoreError, toStoreError } from './errors.ts';
import type { Query, ReadBounds } from './query.ts';
import { rowLine } from './row-line.ts';
import type { Layout, Store } from './store.ts';
import type { TableName } from './table-rows.ts';

/** Bounds of every read, and the one output form that both stores are asked for. */
const READ_SETTINGS = [
  'max_execution_time=30',
  'max_result_rows=1000000',
  'max_memory_usage=4000000000',
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
  /** At least one; a statement runs on the first that is free. */
  readers: readonly ClickHouseClient[];
  close(): Promise<void>;
}

export interface BytesInsert {
  table: TableName;
  /** One JSON object a line. */
  bytes: Uint8Array;
  settings: Readonly<Record<string, string | number>>;
}

/** The store over any clients of `@clickhouse/client`: the embedded engine and a server differ only in these. */
export function createClientStore(clients: Clients): Store {
  const { kind, layout, writer, readers } = clients;
  const insertLines = async (table: TableName, bytes: Uint8Array, token: string): Promise<void> => {
    if (bytes.length === 0) return;
    const settings = insertSettings(token);
    try {
      await clients.insertBytes({ table, bytes, settings });
    } catch (error) {
      throw toStoreError(error, `insert into ${table}`);
    }
  };
  const pool = createPool(readers);
  return {
    kind,
    layout,
    // Without a token of its own, the engine would take two inserts of equal rows for one.
    insert: (table, rows, token = randomUUID()) => insertLines(table, toLines(rows), token),
    insertLines,
    query: (query, params) => pool.use((reader) => runQuery(reader, query, params)),
    define: (statement) => defineObject(writer, statement),
    ping: () => pool.use(async (reader) => (await reader.ping({ select: true })).success),
    close: () => clients.close(),
  };
}

function toLines(rows: readonly object[]): Uint8Array {
  return Buffer.from(rows.map(rowLine).join('\n'));
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

async function runQuery<P, R>(
  reader: ClickHouseClient,
  query: Query<P, R>,
  params: P,
): Promise<R[]> {
  const bound = query.params.safeParse(params);
  if (!bound.success) {
    throw new StoreError(
      { code: 'bad_params', retryable: false },
      `${query.name}: ${bound.error.message}`,
    );
  }
  const bounds = query.bounds === undefined ? '' : boundSettings(query.bounds);
  try {
    const answer = await reader.query({
      query: `${query.sql}\nSETTINGS ${READ_SETTINGS}${bounds}`,
      query_params: Object(bound.data),
      format: 'JSONEachRow',
    });
    const rows = await answer.json<unknown>();
    return rows.map((row) => query.row.parse(row));
  } catch (error) {
    if (error instanceof Error && error.name === 'ZodError') {
      throw new StoreError(
        { code: 'bad_row', retryable: false },
        `${query.name} answered a row of another shape: ${error.message}`,
        { cause: error },
      );
    }
    throw toStoreError(error, query.name);
  }
}

async function defineObject(writer: ClickHouseClient, statement: string): Promise<void> {
  try {
    await writer.command({ query: statement });
  } catch (error) {
    throw toStoreError(error, firstWords(statement));
  }
}

function firstWords(statement: string): string {
  return statement.trim().split(/\s+/).slice(0, 6).join(' ');
}

interface Pool {
  use<T>(work: (reader: ClickHouseClient) => Promise<T>): Promise<T>;
}

/** Lends each reader to one piece of work at a time; who finds none waits in line. */
function createPool(readers: readonly ClickHouseClient[]): Pool {
  const free = [...readers];
  const waiting: ((reader: ClickHouseClient) => void)[] = [];
  const take = (): Promise<ClickHouseClient> => {
    const reader = free.pop();
    return reader === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(reader);
  };
  const giveBack = (reader: ClickHouseClient): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(reader);
    else next(reader);
  };
  return {
    async use(work) {
      const reader = await take();
      try {
        return await work(reader);
      } finally {
        giveBack(reader);
      }
    },
  };
}
