/** Search parameters as a person would type them: `agent=support&agent=coder&range=7d`, no quotes, no JSON. */

type SearchValue = string | string[];

/** Every value is text; a name given several times becomes a list. Schemas turn text into numbers. */
export function parseSearch(text: string): Record<string, SearchValue> {
  const found = new Map<string, SearchValue>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found.get(name);
    found.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(found);
}

/** Leaves out what is undefined, empty text or an empty list. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const text = writeValue(one);
      if (text !== '') params.append(name, text);
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
