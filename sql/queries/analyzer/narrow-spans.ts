import { narrowSpanRow, type NarrowSpanRow } from './spans-of-traces.ts';

/** What the store shows of a column that is left out of a row's line. */
const BLANKS: Readonly<Record<string, unknown>> = Object.freeze({
  ...columnsAs('', Object.keys(narrowSpanRow.shape)),
  ...columnsAs('0', ['start_ns', 'end_ns', 'version']),
  ...columnsAs(0, ['duration_ms', 'position', 'args_size', 'result_size', 'signature_version']),
  ...columnsAs(0, ['args_known', 'result_known']),
  ...columnsAs(null, ['input_tokens', 'output_tokens', 'cached_input_tokens']),
  ...columnsAs(Object.freeze([]), ['identity_fields', 'marks']),
});

function columnsAs(blank: unknown, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, blank]));
}

/** Lines of spans as they were inserted -> the rows that `spansOfTraces` answers for them. */
export function narrowSpans(lines: string): NarrowSpanRow[] {
  // A line break inside a text is escaped, so that each one ends a row.
  const rows: Record<string, unknown>[] = JSON.parse(`[${lines.replaceAll('\n', ',')}]`);
  return rows.map(narrow);
}

function narrow(row: Readonly<Record<string, unknown>>): NarrowSpanRow {
  const shown: Record<string, unknown> = { ...BLANKS };
  for (const column in row) if (column in BLANKS) shown[column] = row[column] ?? BLANKS[column];
  if (shown['kind'] !== 'model') shown['messages'] = '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the store has taken the row: its columns are of these types
  return shown as NarrowSpanRow;
}
