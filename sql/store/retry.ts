import { randomUUID } from 'node:crypto';

import { StoreError } from './errors.ts';
import type { Store } from './store.ts';

export interface RetryOptions {
  /** Pause before each further try. */
  delaysMs: readonly number[];
  pause: (ms: number) => Promise<unknown>;
}

/**
 * A connection that a server or a balancer closed is no outage: the same statement is sent again on another one. Reads and
 * our schema may run twice, and an insert keeps its token, so it stores once.
 */
export function withRetries(store: Store, options: RetryOptions): Store {
  return {
    kind: store.kind,
    layout: store.layout,
    insert: (table, rows, token = randomUUID()) =>
      retry(() => store.insert(table, rows, token), options),
    insertLines: (table, lines, token) =>
      retry(() => store.insertLines(table, lines, token), options),
    ask: (statement) => retry(() => store.ask(statement), options),
    query: (query, params, signal) => retry(() => store.query(query, params, signal), options),
    define: (statement) => retry(() => store.define(statement), options),
    erase: (statement) => retry(() => store.erase(statement), options),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

async function retry<Result>(
  work: () => Promise<Result>,
  { delaysMs, pause }: RetryOptions,
): Promise<Result> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'store_unreachable') throw error;
      await pause(delayMs);
    }
  }
  return work();
}
