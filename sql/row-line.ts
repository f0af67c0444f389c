/**
 * A row as one line of JSON. Columns that hold their type's blank are left out: the table fills them in by itself. Half a
 * surrogate pair, which the engine would refuse with all rows beside it, becomes U+FFFD.
 */
export function rowLine(row: object): string {
  let members = '';
  for (const column of Object.keys(row)) {
    const value: unknown = Reflect.get(row, column);
    if (isBlank(value)) continue;
    // Names of columns are plain words.
    members += `${members === '' ? '' : ','}"${column}":${jsonOf(value)}`;
  }
  return `{${members}}`;
}

function isBlank(value: unknown): boolean {
  return !value || (isList(value) && value.length === 0);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Half a pair is written as an escape, which is rare enough to look for it afterwards. */
function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(String.raw`\ud`) ? JSON.stringify(value, whole) : text;
}

function whole(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
