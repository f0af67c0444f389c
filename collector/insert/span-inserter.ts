import { hash } from 'node:crypto';
import type { RejectedSpanRow, SpanRow, Store } from '@loopscope/sql';

/** Puts rows into the store; resolves when they are on disk. */
export interface SpanInserter {
  insert(rows: readonly SpanRow[], rejected: readonly RejectedSpanRow[]): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
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
  done: PromiseWithResolvers<void>;
}

/**
 * Group commit: requests that arrive within a few milliseconds, or while an insert runs, share the next one. Where the
 * store refuses a batch for its data, each request is tried alone, so that one cannot fail the others.
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
      const done = Promise.withResolvers<void>();
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
    await write(store, batch);
    for (const { done } of batch) done.resolve();
  } catch (error) {
    if (batch.length === 1 || isRetryable(error)) {
      for (const { done } of batch) done.reject(error);
      return;
    }
    for (const request of batch) await commit(store, [request]);
  }
}

async function write(store: Store, batch: readonly Waiting[]): Promise<void> {
  const rows = batch.flatMap((request) => request.rows);
  const rejected = batch.flatMap((request) => request.rejected);
  if (rows.length > 0) await store.insert('spans', rows, tokenOf(rows));
  if (rejected.length > 0) await store.insert('rejected_spans', rejected);
}

/** The same rows give the same token, so that a batch sent again after a lost answer is stored once. */
function tokenOf(rows: readonly SpanRow[]): string {
  const keys = rows.map((row) => `${row.project}/${row.trace_id}/${row.span_id}/${row.version}`);
  return `spans-${hash('sha256', keys.join('\n')).slice(0, 32)}`;
}

function isRetryable(error: unknown): boolean {
  return !(error instanceof Error && 'retryable' in error && error.retryable === false);
}

function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  return promise;
}
