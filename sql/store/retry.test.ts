import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { StoreError } from './errors.ts';
import { withRetries } from './retry.ts';
import { sampleSpan } from '../testing/sample-rows.ts';
import type { Store } from './store.ts';

const gone = new StoreError({ code: 'store_unreachable', retryable: true }, 'gone');
const busy = new StoreError({ code: 'store_busy', retryable: true }, 'busy');
const question = { name: 'q', sql: 'SELECT 1', params: z.object({}), row: z.unknown() };

/** A store whose first calls fail so, and which remembers what it was asked. */
function failing(errors: readonly Error[]) {
  const rest = [...errors];
  const asked: unknown[] = [];
  const answer = async (...given: unknown[]): Promise<never[]> => {
    asked.push(given);
    const error = rest.shift();
    if (error !== undefined) throw error;
    return [];
  };
  const store: Store = {
    kind: 'server',
    layout: { retentionDays: 1, cluster: null },
    insert: async (...given) => void (await answer(...given)),
    insertLines: async (...given) => void (await answer(...given)),
    ask: async (statement) => String(await answer(statement)),
    query: answer,
    define: async (statement) => void (await answer(statement)),
    erase: async (statement) => void (await answer(statement)),
    ping: async () => true,
    close: async () => {},
  };
  const pauses: number[] = [];
  const pause = async (ms: number) => pauses.push(ms);
  return { asked, pauses, store: withRetries(store, { delaysMs: [1, 2], pause }) };
}

describe('a connection that breaks', () => {
  it('is tried again with a pause, for reads and for the schema', async () => {
    const { store, asked, pauses } = failing([gone, gone]);
    await store.query(question, {});
    await store.define('CREATE TABLE t');
    expect(asked).toHaveLength(4);
    expect(pauses).toEqual([1, 2]);
  });

  it('keeps the token of its insert, so that it stores once', async () => {
    const { store, asked } = failing([gone]);
    await store.insert('spans', [sampleSpan()]);
    const [first, second] = asked as [unknown[], unknown[]];
    expect(first[2]).toMatch(/^[\w-]{36}$/);
    expect(second[2]).toBe(first[2]);
  });

  it('is given up in the end', async () => {
    const { store, asked } = failing([gone, gone, gone]);
    await expect(store.query(question, {})).rejects.toBe(gone);
    expect(asked).toHaveLength(3);
  });

  it('any other fault is not tried again here', async () => {
    const { store, asked } = failing([busy]);
    await expect(store.query(question, {})).rejects.toBe(busy);
    expect(asked).toHaveLength(1);
  });
});
