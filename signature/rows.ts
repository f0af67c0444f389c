import { canonicalise } from './canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { fieldAt } from './fields.ts';
import { isObject, setMember, type Json, type JsonObject } from './json.ts';
import {
  isAddress,
  isCount,
  isEcho,
  isIdentifier,
  isRemark,
  isState,
  isVolatile,
} from './result-keys.ts';

/** A result whose point is a list of rows. */
export interface Listing {
  rows: readonly Json[];
  /** Members beside the list that are neither volatile nor an echo of the question. */
  rest: JsonObject;
}

/** The rows of a list result, where declared or where nothing else of substance stands beside them; null for other results. */
export function listingOf(value: Json, declared: ToolDeclaration['result'] = {}): Listing | null {
  if (Array.isArray(value)) return { rows: value, rest: {} };
  if (!isObject(value)) return null;
  const named = declared.list === undefined ? undefined : fieldAt(value, declared.list);
  return Array.isArray(named) ? { rows: named, rest: {} } : undeclaredListing(value);
}

function undeclaredListing(value: JsonObject): Listing | null {
  let rows: readonly Json[] | null = null;
  const rest: JsonObject = {};
  for (const key of Object.keys(value)) {
    const found = value[key] ?? null;
    if (isVolatile(key, found, false) || isEcho(key)) continue;
    if (Array.isArray(found) && rows === null) rows = found;
    else if (isCount(key) || isRemark(key)) setMember(rest, key, found);
    else return null;
  }
  return rows === null ? null : { rows, rest };
}

/**
 * What tells one row from another, as a set of canonical texts in order: identifiers with the row's state, else the whole row.
 */
export function rowSet(
  rows: readonly Json[],
  idPath: string | undefined,
  stable: (row: Json) => Json,
): string[] {
  const keys = keysOf(rows, idPath);
  const texts = (keys ?? rows.map(stable)).map((form) => canonicalise(form)).toSorted();
  return texts.filter((text, at) => at === 0 || text !== texts[at - 1]);
}

/** The key of each row; null where some row has none. */
function keysOf(rows: readonly Json[], idPath: string | undefined): Json[] | null {
  const partOf = createPartReader();
  const keys: Json[] = [];
  for (const row of rows) {
    const key = idPath === undefined ? rowKey(row, partOf) : fieldAt(row, idPath);
    if (key === undefined || key === null) return null;
    keys.push(key);
  }
  return keys;
}

type Part = 'identifier' | 'address' | 'state' | 'other';

/** What a member is to its row. The rows of a list share their keys, so each is looked at once. */
function createPartReader(): (key: string) => Part {
  const parts = new Map<string, Part>();
  return (key) => {
    const known = parts.get(key);
    if (known !== undefined) return known;
    const part = partOfRow(key);
    parts.set(key, part);
    return part;
  };
}

function partOfRow(key: string): Part {
  if (isIdentifier(key)) return 'identifier';
  if (isAddress(key)) return 'address';
  return isState(key) ? 'state' : 'other';
}

/** The identifiers of a row, or else its address, with its state; undefined where it has neither. */
function rowKey(row: Json, partOf: (key: string) => Part): JsonObject | undefined {
  if (!isObject(row)) return undefined;
  const keys = Object.keys(row);
  const name = (['identifier', 'address'] as const).find((part) =>
    keys.some((key) => partOf(key) === part),
  );
  if (name === undefined) return undefined;
  const found: JsonObject = {};
  for (const key of keys) {
    const part = partOf(key);
    if (part === name || part === 'state') setMember(found, key, row[key] ?? null);
  }
  return found;
}
