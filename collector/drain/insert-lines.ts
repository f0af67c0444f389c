import { StoreError, type Store, type TableName } from '@loopscope/sql';

/** A line that the store will never take. */
export interface RefusedLine {
  line: string;
  detail: string;
}

export interface LinesInsert {
  store: Pick<Store, 'insertLines'>;
  table: TableName;
  lines: Buffer;
  token: string;
}

/** Where so many lines are refused and not one is taken, it is the table that is at fault. */
const SUSPICIOUSLY_MANY = 50;

/**
 * Inserts lines and answers those that the store refuses for what is in them: a batch with such a line is halved until the
 * line is alone. The parts have tokens of their own, the same each time.
 * @throws {StoreError} where the same lines may be taken later.
 */
export async function insertLines(insert: LinesInsert): Promise<RefusedLine[]> {
  const { store, table, lines, token } = insert;
  if (lines.length === 0) return [];
  try {
    await store.insertLines(table, lines, token);
    return [];
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const parts = lines.toString('utf8').split('\n');
    const refused = await insertHalves(insert, parts, error);
    if (refused.length === parts.length && parts.length >= SUSPICIOUSLY_MANY) throw error;
    return refused;
  }
}

async function insertHalves(
  insert: LinesInsert,
  parts: readonly string[],
  fault: StoreError,
  from = 0,
): Promise<RefusedLine[]> {
  const [first, second] = parts;
  if (first === undefined) return [];
  if (second === undefined) return [{ line: first, detail: fault.message }];
  const middle = Math.ceil(parts.length / 2);
  const refused: RefusedLine[] = [];
  for (const [at, half] of [
    [from, parts.slice(0, middle)],
    [from + middle, parts.slice(middle)],
  ] as const) {
    const token = `${insert.token}/${at}-${at + half.length - 1}`;
    try {
      await insert.store.insertLines(insert.table, Buffer.from(half.join('\n')), token);
    } catch (error) {
      if (!isDataFault(error)) throw error;
      refused.push(...(await insertHalves(insert, half, error, at)));
    }
  }
  return refused;
}

const DATA_FAULTS = new Set(['bad_data', 'bad_row', 'too_many_partitions', 'query_too_large']);

/** The lines are at fault, not the store: fewer of them may be taken, the same ones never. */
function isDataFault(error: unknown): error is StoreError {
  return error instanceof StoreError && DATA_FAULTS.has(error.code);
}
