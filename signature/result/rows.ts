import { canonicalise, canonicaliseEach } from '../value/canonical.ts';
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
  /** Members beside the list that are neither volatile nor an echo of the question; null where there can be none. */
  rest: JsonObject | null;
}

/** The rows of a list result, where declared or where nothing else of substance stands beside them; null for other results. */
export function listingOf(value: Json, declared: ToolDeclaration['result'] = {}): Listing | null {
  if (Array.isArray(value)) return { rows: value, rest: null };
  if (!isObject(value)) return null;
  const named = declared.list === undefined ? undefined : fieldAt(value, declared.list);
  return Array.isArray(named) ? { rows: named, rest: null } : undeclaredListing(value);
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
  const texts =
    (idPath === undefined ? namesOf(rows) : idsOf(rows, idPath)) ??
    canonicaliseEach(rows.map(stable));
  sortTexts(texts);
  return texts.filter((text, at) => at === 0 || text !== texts[at - 1]);
}

/** What stands in each row at a declared path; null where some row has nothing there. */
function idsOf(rows: readonly Json[], idPath: string): string[] | null {
  const ids: Json[] = [];
  for (const row of rows) {
    const id = fieldAt(row, idPath) ?? null;
    if (id === null) return null;
    ids.push(id);
  }
  return canonicaliseEach(ids);
}

/** Canonical text of the members that name each row; null where some row has none. */
function namesOf(rows: readonly Json[]): string[] | null {
  const texts: string[] = [];
  const partOf = createPartReader();
  let shape: RowShape | null = null;
  for (const row of rows) {
    if (!isObject(row)) return null;
    shape = rowShape(row, shape, partOf);
    if (shape.kept.length === 0) return null;
    texts.push(membersText(row, shape));
  }
  return texts;
}

/** The keys of a row, and of them, in order, those of its identifiers, or else its address, with its state; none where it has neither. */
interface RowShape {
  names: readonly string[];
  kept: readonly string[];
  /** What stands before the value of each kept key. */
  before: readonly string[];
}

/** The next row mostly has the keys of the last. */
function rowShape(row: JsonObject, last: RowShape | null, partOf: (key: string) => Part): RowShape {
  if (last !== null && hasNames(row, last.names)) return last;
  const names = Object.keys(row);
  const parts = names.map(partOf);
  const part = PARTS.find((wanted) => parts.includes(wanted));
  if (part === undefined) return { names, kept: [], before: [] };
  const kept = names.filter((_, at) => parts[at] === part || parts[at] === 'state');
  sortTexts(kept);
  const before = kept.map((key, at) => `${at === 0 ? '{' : ','}${canonicalise(key)}:`);
  return { names, kept, before };
}

function membersText(row: JsonObject, { kept, before }: RowShape): string {
  let text = '';
  for (let at = 0; at < kept.length; at += 1) {
    text += (before[at] ?? '') + canonicalise(row[kept[at] ?? ''] ?? null);
  }
  return `${text}}`;
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
