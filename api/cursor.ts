import { z } from 'zod';

import { ApiError } from './errors.ts';

/** Where a page ended: the sort that made it, the last item's sort value and its id, which breaks ties. */
const position = z.tuple([z.string(), z.number().int(), z.string().min(1)]);

export interface Position {
  value: number;
  id: string;
}

/** An opaque cursor; it belongs to one sort. */
export function encodeCursor(sort: string, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** Null for the first page. Throws `invalid_query` for text that is no cursor of this sort. */
export function decodeCursor(sort: string, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data[0] !== sort) {
    throw new ApiError(
      'invalid_query',
      'cursor: expected the next_cursor of a page with this sort',
    );
  }
  return { value: parsed.data[1], id: parsed.data[2] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
