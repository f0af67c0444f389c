import { randomUUID } from 'node:crypto';

import { StoreError, toStoreError } from './errors.ts';
import type { Query } from './query.ts';
import { rowLine } from './row-line.ts';
import type { Engine, Store } from './store.ts';

/** A store over any engine: values are bound and rows are checked here, wherever the engine is. */
export function storeOf(engine: Engine): Store {
  return {
    ...engine,
    // Without a token of its own, the engine would take two inserts of equal rows for one.
    insert: (table, rows, token = randomUUID()) =>
      engine.insertLines(table, Buffer.from(rows.map(rowLine).join('\n')), token),
    query: (query, params, signal) => runQuery(engine, { query, params, signal }),
  };
}

interface Asked<P, R> {
  query: Query<P, R>;
  params: P;
  signal: AbortSignal | undefined;
}

async function runQuery<P, R>(
  engine: Engine,
  { query, params, signal }: Asked<P, R>,
): Promise<R[]> {
  const { name, sql, bounds } = query;
  const bound = query.params.safeParse(params);
  if (!bound.success) {
    throw new StoreError(
      { code: 'bad_params', retryable: false },
      `${name}: ${bound.error.message}`,
    );
  }
  const answer = await engine.ask({ name, sql, bounds, params: { ...Object(bound.data) }, signal });
  return checkRows(parseRows(answer, name), query);
}

/** A server that fails after it began to answer writes what happened behind the rows. */
function parseRows(answer: string | Uint8Array, name: string): unknown[] {
  const text = typeof answer === 'string' ? answer : textOf(answer);
  try {
    return JSON.parse(text);
  } catch (error) {
    const failure = /Code: \d+\. DB::Exception[^]*/.exec(text)?.[0];
    throw toStoreError(failure === undefined ? error : new Error(failure), name);
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function checkRows<R>(rows: unknown[], { name, row, isUniform }: Query<unknown, R>): R[] {
  const [first] = rows;
  try {
    if (isUniform !== true) return rows.map((each) => row.parse(each));
    if (first !== undefined) row.parse(first);
  } catch (error) {
    throw new StoreError(
      { code: 'bad_row', retryable: false },
      `${name} answered a row of another shape: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all rows of a uniform answer have the shape of the first
  return rows as R[];
}
