import type { Json, JsonObject } from './json.ts';
import { ExactNumber } from './number.ts';

/** Deeper values are written without recursion. */
const MAX_DEPTH = 64;
/** Objects of more members are sorted by the engine. */
const SMALL = 40;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** Found where JSON.stringify would not write the canonical form. */
class NotPlain extends Error {}
const NOT_PLAIN = new NotPlain();

/**
 * The value with the members of every object in UTF-16 order, itself where they stand so already; undefined where no JavaScript object keeps that
 * order (keys that begin with a digit come first there), where JSON.stringify writes something else, or where the value is too deep.
 */
export function inKeyOrder(value: Json): Json | undefined {
  try {
    return ordered(value, 0);
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}

function ordered(value: Json | undefined, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > MAX_DEPTH || value instanceof ExactNumber) throw NOT_PLAIN;
  return Array.isArray(value) ? orderedList(value, depth + 1) : orderedObject(value, depth + 1);
}

function orderedList(list: Json[], depth: number): Json[] {
  let copy: Json[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const item = ordered(list[at], depth);
    if (copy !== null) copy[at] = item;
    else if (item !== list[at]) {
      copy = list.slice();
      copy[at] = item;
    }
  }
  return copy ?? list;
}

function orderedObject(object: JsonObject, depth: number): JsonObject {
  const keys = Object.keys(object);
  let isSame = sortKeys(keys);
  const copy: JsonObject = {};
  for (const key of keys) {
    const member = ordered(object[key], depth);
    isSame &&= member === object[key];
    copy[key] = member;
  }
  return isSame ? object : copy;
}

/** Sorts in place; true where the keys stood in order. Strings compare by UTF-16 units. */
function sortKeys(keys: string[]): boolean {
  if (keys.length > SMALL) keys.sort();
  let wasSorted = keys.length <= SMALL;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const first = key.charCodeAt(0);
    if ((first >= DIGIT_0 && first <= DIGIT_9) || key === '__proto__') throw NOT_PLAIN;
    let to = at;
    for (; to > 0 && (keys[to - 1] ?? '') > key; to -= 1) keys[to] = keys[to - 1] ?? '';
    if (to !== at) wasSorted = false;
    keys[to] = key;
  }
  return wasSorted;
}
