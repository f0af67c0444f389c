/** A row as one line of JSON. Columns that hold their type's blank are left out: the table fills them in by itself. */
export function rowLine(row: object): string {
  return JSON.stringify(row, withoutBlankColumn);
}

/** Digits are places in a list, whose elements stay; a column's name begins with a letter. */
function withoutBlankColumn(key: string, value: unknown): unknown {
  return isBlank(value) && key >= 'a' ? undefined : value;
}

function isBlank(value: unknown): boolean {
  return value === '' || value === 0 || value === null || (isList(value) && value.length === 0);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
