import { canonicaliseEach } from '../value/canonical.ts';
import type { ToolDeclaration } from '../declaration.ts';
import { fieldAt } from '../fields.ts';
import { isObject, setMember, type Json, type JsonObject } from '../value/json.ts';
import { hasNames, sortTexts } from '../value/key-order.ts';
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
  const texts = canonicaliseEach(keysOf(rows, idPath) ?? rows.map(stable));
  sortTexts(texts);
  return texts.filter((text, at) => at === 0 || text !== texts[at - 1]);
}

/** The key of each row; null where some row has none. */
function keysOf(rows: readonly Json[], idPath: string | undefined): Json[] | null {
  const keys: Json[] = [];
  const partOf = createPartReader();
  let shape: RowShape | null = null;
  for (const row of rows) {
    if (idPath === undefined) {
      if (!isObject(row)) return null;
      shape = rowShape(row, shape, partOf);
      if (shape.kept.length === 0) return null;
      keys.push(membersOf(row, shape.kept));
    } else {
      const key = fieldAt(row, idPath);
      if (key === undefined || key === null) return null;
      keys.push(key);
    }
  }
  return keys;
}

/** The keys of a row, and those of its identifiers, or else its address, with its state; none where it has neither. */
interface RowShape {
  names: readonly string[];
  kept: readonly string[];
}

/** The next row mostly has the keys of the last. */
function rowShape(row: JsonObject, last: RowShape | null, partOf: (key: string) => Part): RowShape {
  if (last !== null && hasNames(row, last.names)) return last;
  const names = Object.keys(row);
  const parts = names.map(partOf);
  const part = PARTS.find((wanted) => parts.includes(wanted));
  const kept = names.filter((_, at) => parts[at] === part || parts[at] === 'state');
  return { names, kept: part === undefined ? [] : kept };
}

type Part = 'identifier' | 'address' | 'state' | 'other';
const PARTS: readonly Part[] = ['identifier', 'address'];

/** The rows of a list share their keys, so each is looked at once. */
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

function membersOf(row: JsonObject, names: readonly string[]): JsonObject {
  const members: JsonObject = {};
  for (const name of names) setMember(members, name, row[name] ?? null);
  return members;
}
