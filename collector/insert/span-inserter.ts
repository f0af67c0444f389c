import { StoreError, type RejectedSpanRow, type SpanRow, type Store } from '@loopscope/sql';
import { hash } from 'node:crypto';

/** Puts rows into the store. */
export interface SpanInserter {
  /**
   * Resolves when the rows are on disk, with those that the store will never take.
   * @throws whatever the store threw, where the same rows may be taken later.
   */
  insert(rows: readonly SpanRow[], rejected: readonly RejectedSpanRow[]): Promise<RefusedRow[]>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface RefusedRow {
  row: SpanRow;
  detail: string;
}

export interface InserterOptions {
  store: Store;
  /** How long the first request of a batch waits for others to share its insert. */
  delayMs: number;
  maxRows: number;
}

interface Waiting {
  rows: readonly SpanRow[];
  rejected: readonly RejectedSpanRow[];
  done: PromiseWithResolvers<RefusedRow[]>;
}

/**
 * Group commit: requests that arrive within a few milliseconds, or while an insert runs, share the next one. Where the
 * store refuses a batch for its data, it is halved until the rows at fault are alone.
 */
export function createSpanInserter({ store, delayMs, maxRows }: InserterOptions): SpanInserter {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    if (rowsOf(waiting) < maxRows) await pause(delayMs);
    while (waiting.length > 0) {
      const batch = takeBatch(waiting, maxRows);
      waiting = waiting.slice(batch.length);
      await commit(store, batch);
    }
    running = null;
  };

  return {
    insert(rows, rejected) {
      const done = Promise.withResolvers<RefusedRow[]>();
      waiting.push({ rows, rejected, done });
      running ??= run();
      return done.promise;
    },
    async close() {
      await running;
    },
  };
}

function takeBatch(waiting: readonly Waiting[], maxRows: number): Waiting[] {
  const batch: Waiting[] = [];
  for (const request of waiting) {
    if (batch.length > 0 && rowsOf(batch) + request.rows.length > maxRows) break;
    batch.push(request);
  }
  return batch;
}

function rowsOf(requests: readonly Waiting[]): number {
  return requests.reduce((sum, { rows }) => sum + rows.length, 0);
}

async function commit(store: Store, batch: readonly Waiting[]): Promise<void> {
  try {
    const refused = await insertRows(
      store,
      batch.flatMap((request) => request.rows),
    );
    const rejected = batch.flatMap((request) => request.rejected);
    if (rejected.length > 0) await store.insert('rejected_spans', rejected);
    for (const { rows, done } of batch) {
      const own = new Set(rows);
      done.resolve(refused.filter(({ row }) => own.has(row)));
    }
  } catch (error) {
    for (const { done } of batch) done.reject(error);
  }
}

async function insertRows(store: Store, rows: readonly SpanRow[]): Promise<RefusedRow[]> {
  if (rows.length === 0) return [];
  try {
    await store.insert('spans', rows, tokenOf(rows));
    return [];
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const [first, ...others] = rows;
    if (first === undefined) return [];
    if (others.length === 0) return [{ row: first, detail: error.message }];
    const half = Math.ceil(rows.length / 2);
    const left = await insertRows(store, rows.slice(0, half));
    return [...left, ...(await insertRows(store, rows.slice(half)))];
  }
}

/** The same rows give the same token, so that a batch sent again after a lost answer is stored once. */
function tokenOf(rows: readonly SpanRow[]): string {
  const keys = rows.map((row) => `${row.project}/${row.trace_id}/${row.span_id}/${row.version}`);
  return `spans-${hash('sha256', keys.join('\n')).slice(0, 32)}`;
}

const DATA_FAULTS = new Set(['bad_data', 'bad_row', 'too_many_partitions', 'query_too_large']);

/** The rows are at fault, not the store: fewer of them may be taken, the same ones never. */
function isDataFault(error: unknown): error is StoreError {
  return error instanceof StoreError && DATA_FAULTS.has(error.code);
}

function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  return promise;
}
