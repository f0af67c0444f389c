import { TABLE_ROWS, type TableName } from '../rows/table-rows.ts';

/**
 * How often each table has been written: as long as the number stays, there is nothing new in the table. The numbers lie in memory
 * that threads share, so that looking at them asks nobody.
 */
export interface WriteCounts {
  /** For the other threads. */
  shared: SharedArrayBuffer;
  of(table: TableName): number;
  /** What was written can be read now. */
  note(table: TableName): void;
  /** Resolves when the number is another one than `seen`, and after `withinMs` in any case. */
  waitFor(table: TableName, seen: number, withinMs: number): Promise<void>;
}

const PLACES: ReadonlyMap<string, number> = new Map(
  Object.keys(TABLE_ROWS).map((table, place) => [table, place]),
);
const BYTES_EACH = Int32Array.BYTES_PER_ELEMENT;

export function createWriteCounts(
  shared = new SharedArrayBuffer(PLACES.size * BYTES_EACH),
): WriteCounts {
  const counts = new Int32Array(shared);
  const placeOf = (table: TableName): number => PLACES.get(table) ?? 0;
  return {
    shared,
    of: (table) => Atomics.load(counts, placeOf(table)),
    note(table) {
      Atomics.add(counts, placeOf(table), 1);
      Atomics.notify(counts, placeOf(table));
    },
    async waitFor(table, seen, withinMs) {
      await Atomics.waitAsync(counts, placeOf(table), seen, withinMs).value;
    },
  };
}
