import { downloadText } from '../parts/download.ts';
import { toCsv } from './csv.ts';

export type ExportForm = 'csv' | 'json';

type ReadPage<Item> = (
  cursor: string | undefined,
) => Promise<{ items: Item[]; next_cursor: string | null }>;

/** More rows than this are a job for the API itself. */
export const MOST_ROWS = 10_000;

/** Reads page after page, up to the bound, and hands the rows to the browser as a file. Resolves to how many they are. */
export async function exportRows<Item extends Readonly<Record<string, unknown>>>(
  name: string,
  form: ExportForm,
  readPage: ReadPage<Item>,
): Promise<{ rows: number; isWhole: boolean }> {
  const rows: Item[] = [];
  let cursor: string | null | undefined;
  do {
    // Each page's cursor stands in the page before.
    // oxlint-disable-next-line no-await-in-loop -- pages follow each other
    const page = await readPage(cursor ?? undefined);
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < MOST_ROWS);
  const [text, type] =
    form === 'csv'
      ? ([toCsv(rows), 'text/csv'] as const)
      : ([`${JSON.stringify(rows, null, 2)}\n`, 'application/json'] as const);
  downloadText(`${name}.${form}`, text, type);
  return { rows: rows.length, isWhole: cursor === null };
}
