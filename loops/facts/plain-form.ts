/** JSON text with sorted keys, without what is empty, figures as texts. */
export function plainFormOf(fields: ReadonlyMap<string, unknown>): string {
  return JSON.stringify(plain(Object.fromEntries(fields)));
}

function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, plain(field)] as const)
    .filter(([, field]) => !isEmpty(field));
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
