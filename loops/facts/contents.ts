/** What stands in a result: the things that a list names, the lines of a text. */

/** Fields that name a thing, the surest first. */
const NAMING = ['id', '_id', 'uid', 'uuid', 'key', 'url', 'uri', 'href', 'path', 'name', 'title'];
const MAX_PARSED = 100_000;
/** How JSON begins and ends; what else would cost JSON.parse an exception. */
const BEGINS_DATA = /^\s*[[{]/;
const ENDS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };
const MAX_SEARCHED = 20_000;

/** Fewer links are references in a text, not what the text lists. */
const MIN_LINKS = 3;
const LINK = /https?:\/\/[^\s<>()[\]"'`]+/g;

/** Names of the things in a list result, in their order; null where the result is no list of things with names. */
export function thingsOf(value: unknown): string[] | null {
  const list = listIn(value);
  if (list === null || list.length === 0) return null;
  const names = list.map((item) => nameOf(item));
  return names.every((name) => name !== null) ? names : null;
}

/** Addresses of the pages that a text lists, as searches do; null where it lists none. */
export function linksOf(text: string | null): string[] | null {
  const links = new Set(text?.slice(0, MAX_SEARCHED).match(LINK));
  return links.size < MIN_LINKS ? null : [...links];
}

const BULLET = /^\s{0,8}(?:[-*\u2022]|\d{1,3}[.)])\s+(\S.*)$/gmu;
/** How well an item matches, behind its name. */
const SCORE =
  /[\s,;:([|\u2013-]*(?:(?:score|relevance|similarity|distance)\W{0,3})?\d{0,3}[.,]\d{1,9}\s?%?[\s)\]]*$/i;
const NAMED_THING = /\b((?:[a-z]+_)?(?:id|url|path|name|title))\s?[:=]\s?([^,;|]{1,200})/i;

/** Names of the things that a text lists below each other; null where it lists none. */
export function bulletsOf(text: string): string[] | null {
  const items = [...text.slice(0, MAX_SEARCHED).matchAll(BULLET)];
  if (items.length < MIN_LINKS) return null;
  return items.map(([, item = '']) => NAMED_THING.exec(item)?.[0] ?? withoutScore(item));
}

function withoutScore(item: string): string {
  const name = item.replace(SCORE, '');
  return /\p{L}{2}/u.test(name) ? name : item;
}

/** The fields of an object; null where the value is none. */
export function membersOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** So many lines are an object's members, more are a document. */
const MAX_NAMED_LINES = 20;
const NAMED_LINE = /^([\p{L}_][\p{L}\p{N} _-]{0,30})\s?[:=]\s?(\S.*)$/u;

/** What the lines of a text tell by name (`status: sent`); null where any line does not. */
export function namedLinesOf(text: string): Map<string, unknown> | null {
  const lines = text.split('\n', MAX_NAMED_LINES + 1).filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > MAX_NAMED_LINES) return null;
  const fields = new Map<string, unknown>();
  for (const line of lines) {
    const [, name, told] = NAMED_LINE.exec(line) ?? [];
    if (name === undefined || told === undefined || fields.has(name.trim())) return null;
    fields.set(name.trim(), told);
  }
  return fields;
}

/** The list or object that a text holds as JSON; undefined where it holds none or is very long. */
export function dataOf(text: string): unknown {
  if (text.length > MAX_PARSED || !BEGINS_DATA.test(text)) return undefined;
  const data = text.trim();
  if (ENDS[data.charAt(0)] !== data.at(-1)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
  if (!Array.isArray(item)) {
    for (const field of NAMING) {
      const name: unknown = Reflect.get(item, field);
      if (typeof name === 'string' || typeof name === 'number') return `${field}=${name}`;
    }
  }
  const texts = Object.entries(item).filter(([, value]) => typeof value === 'string');
  return texts.length === 0 ? null : JSON.stringify(texts);
}

const MIN_PART = 4;
const MAX_PARTS = 2_000;

/** What a text consists of, part by part, as far as it is long enough to be told from others: its lines, or the items and lines of JSON. */
export function partsOf(text: string, data: unknown): string[] {
  const parts: string[] = [];
  collect(data, parts);
  if (parts.length === 0) parts.push(...text.split('\n', MAX_PARTS));
  return parts.map((part) => part.trim()).filter((part) => part.length >= MIN_PART);
}

function collect(value: unknown, parts: string[]): void {
  if (parts.length >= MAX_PARTS) return;
  if (typeof value === 'string') parts.push(...value.split('\n', MAX_PARTS));
  else if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string') collect(item, parts);
      else parts.push(JSON.stringify(item));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, parts);
  }
}

/** The text of an object with its keys in order and without the given ones; other texts as they are. */
export function formOf(
  text: string,
  fields: ReadonlyMap<string, unknown> | null,
  without: readonly string[],
): string {
  if (fields === null) return text;
  const names = [...fields.keys()].filter((name) => !without.includes(name));
  return JSON.stringify(
    Object.fromEntries(names.toSorted().map((name) => [name, fields.get(name)])),
  );
}

/** Top-level fields as text; a text that is no object is one field. */
export function fieldTextsOf(
  text: string,
  fields: ReadonlyMap<string, unknown> | null,
  without: readonly string[],
): Map<string, string> {
  if (fields === null) return new Map([['', text]]);
  const told = [...fields].filter(([name]) => !without.includes(name));
  return new Map(
    told.map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)]),
  );
}

/** The text with every number masked: what is left when only digits move. */
export function withoutNumbers(text: string | null): string {
  return (text ?? '').replaceAll(/\d+/g, '0');
}

/** Numbers of a text in their order. */
export function numbersOf(text: string | null): number[] {
  return (text?.match(/\d+/g) ?? []).map(Number);
}

/** JSON with its keys in order at every level: equal for equal values. */
export function orderedText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    const fields = membersOf(member);
    if (fields === null) return member;
    return Object.fromEntries([...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
