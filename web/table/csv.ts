/** Rows as text that a spreadsheet reads. */

/** A cell that begins like a formula would run as one: a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

export function toCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  // Numbers may begin with a minus; only text is hostile.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = writeText(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeText(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Columns are the members of the first row. */
export function toCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => toCsvCell(row[name])).join(','));
  return `${[names.map(toCsvCell).join(','), ...lines].join('\r\n')}\r\n`;
}
