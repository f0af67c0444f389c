/** A row as one line of JSON. Columns that hold their type's blank are left out: the table fills them in by itself. */
export function rowLine(row: object): string {
  let members = '';
  for (const column of Object.keys(row)) {
    const value: unknown = Reflect.get(row, column);
    if (isBlank(value)) continue;
    // Names of columns are plain words.
    members += `${members === '' ? '' : ','}"${column}":${JSON.stringify(value)}`;
  }
  return `{${members}}`;
}

function isBlank(value: unknown): boolean {
  return !value || (isList(value) && value.length === 0);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
