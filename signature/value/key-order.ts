import type { Json, JsonObject } from './json.ts';
import { ExactNumber } from './number.ts';

/** Deeper values are written without recursion. */
const MAX_DEPTH = 64;
/** More texts than these are sorted by the engine. */
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
    return ordered(value, 0, []);
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}

/** Sorts in place by UTF-16 units, as strings compare; most lists are small or nearly in order already. */
export function sortTexts(texts: string[]): void {
  if (texts.length > SMALL) texts.sort();
  for (let at = 1; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    let to = at;
    for (; to > 0 && (texts[to - 1] ?? '') > text; to -= 1) texts[to] = texts[to - 1] ?? '';
    texts[to] = text;
  }
}

/** Keys of an object as they stand and in order. */
interface Shape {
  names: readonly string[];
  sorted: readonly string[];
  isSorted: boolean;
}

/** The last shape at each depth: the items of a list share theirs. */
type Shapes = Shape[];

function ordered(value: Json | undefined, depth: number, shapes: Shapes): Json {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > MAX_DEPTH || value instanceof ExactNumber) throw NOT_PLAIN;
  return Array.isArray(value)
    ? orderedList(value, depth, shapes)
    : orderedObject(value, depth, shapes);
}

function orderedList(list: Json[], depth: number, shapes: Shapes): Json[] {
  let copy: Json[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const item = ordered(list[at], depth + 1, shapes);
    if (copy !== null) copy[at] = item;
    else if (item !== list[at]) {
      copy = list.slice();
      copy[at] = item;
    }
  }
  return copy ?? list;
}

function orderedObject(object: JsonObject, depth: number, shapes: Shapes): JsonObject {
  const last = shapes[depth];
  const shape = last !== undefined && hasNames(object, last.names) ? last : shapeOf(object);
  shapes[depth] = shape;
  let copy: JsonObject | null = shape.isSorted ? null : {};
  for (let at = 0; at < shape.sorted.length; at += 1) {
    const key = shape.sorted[at] ?? '';
    const member = ordered(object[key], depth + 1, shapes);
    if (copy === null && member !== object[key]) copy = firstMembers(object, shape, at);
    if (copy !== null) copy[key] = member;
  }
  return copy ?? object;
}

/** Whether the keys of an object are these, in this order. */
export function hasNames(object: JsonObject, names: readonly string[]): boolean {
  let at = 0;
  for (const key in object) {
    if (key !== names[at]) return false;
    at += 1;
  }
  return at === names.length;
}

function shapeOf(object: JsonObject): Shape {
  const names = Object.keys(object);
  let isSorted = true;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    const first = name.charCodeAt(0);
    if ((first >= DIGIT_0 && first <= DIGIT_9) || name === '__proto__') throw NOT_PLAIN;
    if (at > 0 && (names[at - 1] ?? '') > name) isSorted = false;
  }
  if (isSorted) return { names, sorted: names, isSorted };
  const sorted = names.slice();
  sortTexts(sorted);
  return { names, sorted, isSorted };
}

function firstMembers(object: JsonObject, { sorted }: Shape, count: number): JsonObject {
  const copy: JsonObject = {};
  for (let at = 0; at < count; at += 1) {
    const key = sorted[at] ?? '';
    copy[key] = object[key] ?? null;
  }
  return copy;
}
