import type { Query, Store } from '@loopscope/sql';
import { z } from 'zod';

const anything = z.record(z.string(), z.unknown());

/** Rows of a statement that only a test asks. */
export async function select(store: Store, sql: string): Promise<Record<string, unknown>[]> {
  const question = { name: 'select', sql, params: anything, row: anything };
  const query: Query<Record<string, unknown>, Record<string, unknown>> = question;
  return store.query(query, {});
}

/** The number that the only row has. */
export async function countOf(store: Store, table: string): Promise<number> {
  const [row] = await select(store, `SELECT toUInt32(count()) AS n FROM ${table}`);
  return Number(row?.['n']);
}
