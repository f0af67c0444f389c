/**
 * A row as one line of JSON. Columns that hold their type's blank are left out: the table fills them in by itself. Half a
 * surrogate pair, which the engine would refuse with all rows beside it, becomes U+FFFD.
 */
export function rowLine(row: object): string {
  // Written as a whole: a text for each column costs three times as much.
  const filled: Record<string, unknown> = { ...row };
  for (const column in filled) if (isBlank(column, filled[column])) filled[column] = undefined;
  const text = JSON.stringify(filled);
  // Half a pair is written as an escape, which is rare enough to look for it afterwards.
  return text.includes(String.raw`\ud`) ? JSON.stringify(filled, whole) : text;
}

/** Columns that may be null: that nobody counted, or set a limit, is not the same as none. */
const NULLABLE = new Set([
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'ceiling',
  'spent',
]);

function isBlank(column: string, value: unknown): boolean {
  if (value === 0) return !NULLABLE.has(column);
  return !value || (isList(value) && value.length === 0);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function whole(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
