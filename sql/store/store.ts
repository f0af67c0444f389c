import type { Query, ReadBounds } from './query.ts';
import type { RowOf, TableName } from '../rows/table-rows.ts';
import type { WriteCounts } from './write-counts.ts';

export interface StoreOptions {
  /** Directory of the embedded store; made when absent. */
  dataDir: string;
  /** A ClickHouse server's HTTP address; without it the store is embedded. */
  url?: string;
  user?: string;
  password?: string;
  database?: string;
  /** Name of the ClickHouse cluster that `migrate` creates the objects on. */
  cluster?: string;
  /** Days a row is kept after its arrival. */
  retentionDays: number;
  /** Reads that may run side by side; each holds one connection of the embedded store. Default 4. */
  readers?: number;
}

/** What decides the form of the tables. */
export interface Layout {
  retentionDays: number;
  cluster: string | null;
}

/** A question with its values, as it goes to the engine. */
export interface Statement {
  name: string;
  sql: string;
  params: Readonly<Record<string, unknown>>;
  bounds?: ReadBounds | undefined;
  /** Aborted: nobody waits for the answer any more, so the engine lets go of the statement. */
  signal?: AbortSignal | undefined;
}

/** What a store is made of: statements and bytes in, text out. */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  readonly layout: Layout;
  /** The rows as one JSON array, as a text or as its bytes, which nobody has looked at yet. */
  ask(statement: Statement): Promise<string | Uint8Array>;
  /**
   * Resolves when the rows are on disk: UTF-8, one JSON object a line, which may leave out what the table fills in. The same
   * `token` (letters, digits, `_.:/-`) within the table's window stores once, whatever the rows.
   */
  insertLines(table: TableName, lines: Uint8Array, token: string): Promise<void>;
  /** Runs one statement of our own schema; its text comes from the files of `tables/` and `views/` only. */
  define(statement: string): Promise<void>;
  /** Runs one statement that takes rows away, with its values bound; resolves when no part of a table shows them. */
  erase(statement: Pick<Statement, 'name' | 'sql' | 'params'>): Promise<void>;
  ping(): Promise<boolean>;
  /** How often the tables were written, where nobody else can write: not of a server, which has other clients. */
  readonly writes?: WriteCounts | undefined;
  /** Tells of spans that were inserted since, before their traces are said to be touched; also where nobody else can write only. */
  readonly followSpans?: ((listener: SpansListener) => Unfollow) | undefined;
  /** Waits for what is running, then lets go of the data directory. */
  close(): Promise<void>;
}

/** Spans that are in the store now, one JSON object a line. */
export interface InsertedSpans {
  lines: Uint8Array<ArrayBuffer>;
  /** By the system's clock, after the store had stamped them. */
  atMs: number;
}
export type SpansListener = (inserted: InsertedSpans) => void;
export type Unfollow = () => void;

/** Shape at rest, wherever it rests. Every method throws `StoreError` and nothing else. */
export interface Store extends Engine {
  /**
   * Resolves when the rows are on disk. The same `token` (letters, digits, `_.:/-`) within the table's window stores once,
   * whatever the rows; one call is one block, so keep to some thousands of rows.
   */
  insert<Name extends TableName>(
    table: Name,
    rows: readonly RowOf<Name>[],
    token?: string,
  ): Promise<void>;
  /** Throws `cancelled` where `signal` is aborted before the answer is there; the engine then works on it no longer. */
  query<P, R>(query: Query<P, R>, params: P, signal?: AbortSignal): Promise<R[]>;
}
