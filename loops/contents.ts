/** What stands in a result: the things that a list names, the lines of a text. */

/** Fields that name a thing, the surest first. */
const NAMING = ['id', '_id', 'uid', 'uuid', 'key', 'url', 'uri', 'href', 'path', 'name', 'title'];
const MAX_PARSED = 20_000;

/** Fewer links are references in a text, not what the text lists. */
const MIN_LINKS = 3;
const LINK = /https?:\/\/[^\s<>()[\]"'`]+/g;

/** Names of the things in a list result, in their order; null where the result is no list of things with names. */
export function thingsOf(result: string | null): string[] | null {
  const text = result?.trim() ?? '';
  if (text.length > MAX_PARSED) return null;
  if (!/^[[{]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const list = listIn(value);
  if (list === null || list.length === 0) return null;
  const names = list.map((item) => nameOf(item));
  return names.every((name) => name !== null) ? names : null;
}

/** Addresses of the pages that a text lists, as searches do; null where it lists none. */
export function linksOf(text: string | null): string[] | null {
  const links = new Set(text?.slice(0, MAX_PARSED).match(LINK));
  return links.size < MIN_LINKS ? null : [...links];
}

/** The fields of a JSON object; null where the text is none. */
export function objectOf(text: string | null): Map<string, unknown> | null {
  const trimmed = text?.trim() ?? '';
  if (!trimmed.startsWith('{') || trimmed.length > MAX_PARSED) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** The list itself, or the only list of an object. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return null;
  const lists = Object.values(value).filter((item) => Array.isArray(item));
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? only : null;
}

function nameOf(item: unknown): string | null {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return null;
  const fields = new Map<string, unknown>(Object.entries(item));
  for (const field of NAMING) {
    const name = fields.get(field);
    if (typeof name === 'string' || typeof name === 'number') return `${field}=${name}`;
  }
  const texts = [...fields].filter(([, value]) => typeof value === 'string');
  return texts.length === 0 ? null : JSON.stringify(texts);
}

const MIN_LINE = 4;
const MAX_LINES = 2_000;

/** The lines of a text that are long enough to be told from others. */
export function linesOf(result: string | null): string[] {
  const lines = (result ?? '').split('\n', MAX_LINES).map((line) => line.trim());
  return lines.filter((line) => line.length >= MIN_LINE);
}

/** The text with every number masked: what is left when only digits move. */
export function withoutNumbers(text: string | null): string {
  return (text ?? '').replaceAll(/\d+/g, '0');
}

/** Numbers of a text in their order. */
export function numbersOf(text: string | null): number[] {
  return (text?.match(/\d+/g) ?? []).map(Number);
}
