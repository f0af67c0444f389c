import { decodeCursor, encodeCursor, type Position } from './cursor.ts';

/** What a query needs to read one page: a row more than asked for tells whether there is a next one. */
export function toPage(
  sort: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { limit: number; after_value: number; after_id: string } {
  const after = decodeCursor(sort, cursor);
  return { limit: limit + 1, after_value: after?.value ?? 0, after_id: after?.id ?? '' };
}

export interface Paging<Row, Item> {
  sort: string;
  limit: number;
  position: (row: Row) => Position;
  present: (row: Row) => Item;
}

/** Rows read by `toPage` -> the page and the way to the next. */
export function presentPage<Row, Item>(
  rows: readonly Row[],
  { sort, limit, position, present }: Paging<Row, Item>,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return {
    items: shown.map(present),
    next_cursor: hasNext ? encodeCursor(sort, position(last)) : null,
  };
}
