import { canonicalise } from './canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { fieldAt } from './fields.ts';
import { emptyObject, isObject, type Json, type JsonObject } from './json.ts';
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
  if (Array.isArray(value)) return { rows: value, rest: emptyObject() };
  if (!isObject(value)) return null;
  const named = declared.list === undefined ? undefined : fieldAt(value, declared.list);
  if (Array.isArray(named)) return { rows: named, rest: emptyObject() };
  return undeclaredListing(value);
}

function undeclaredListing(value: JsonObject): Listing | null {
  let rows: readonly Json[] | null = null;
  const rest = emptyObject();
  for (const key of Object.keys(value)) {
    const found = value[key] ?? null;
    if (isVolatile(key, found, false) || isEcho(key)) continue;
    if (Array.isArray(found) && rows === null) rows = found;
    else if (isCount(key) || isRemark(key)) rest[key] = found;
    else return null;
  }
  return rows === null ? null : { rows, rest };
}

/** What tells one row from another, as a set: identifiers with the row's state, else the whole row. */
export function rowSet(
  rows: readonly Json[],
  idPath: string | undefined,
  stable: (row: Json) => Json,
): Json[] {
  const keys = rows.map((row) => rowKey(row, idPath));
  const named = keys.every((key) => key !== null);
  const forms = rows.map((row, at) => (named ? (keys[at] ?? null) : stable(row)));
  const byText = new Map(forms.map((form) => [canonicalise(form), form]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, form]) => form);
}

/** The identifiers and the state of a row; null where it has no identifier. */
function rowKey(row: Json, idPath: string | undefined): Json {
  if (idPath !== undefined) return fieldAt(row, idPath) ?? null;
  if (!isObject(row)) return null;
  const keys = Object.keys(row);
  const ids = keys.filter((key) => isIdentifier(key));
  const names = ids.length > 0 ? ids : keys.filter((key) => isAddress(key));
  if (names.length === 0) return null;
  const key = emptyObject();
  for (const name of [...names, ...keys.filter((name) => isState(name))])
    key[name] = row[name] ?? null;
  return key;
}
