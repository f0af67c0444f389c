import { isScalar, type Json, type JsonObject, type Scalar } from './json.ts';
import { ExactNumber } from './number.ts';

/** A container that is being written, and how far the writer got. */
type Frame =
  | { keys: null; array: readonly Json[]; next: number }
  | { keys: readonly string[]; object: JsonObject; next: number };

/** Control characters, quote, backslash and surrogates: the strings that need JSON.stringify. */
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/; // oxlint-disable-line no-control-regex -- JSON escapes them

/**
 * RFC 8785 form with exact numbers: keys in UTF-16 order, numbers in ECMAScript form with all their digits, a lone
 * surrogate as its \udXXX escape. Works without recursion at any depth.
 */
export function canonicalise(value: Json): string {
  if (isScalar(value)) return scalar(value);
  const stack = [frameOf(value)];
  let text = Array.isArray(value) ? '[' : '{';
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const at = top.next;
    const isArray = top.keys === null;
    if (at === (isArray ? top.array.length : top.keys.length)) {
      text += isArray ? ']' : '}';
      stack.pop();
      continue;
    }
    top.next = at + 1;
    if (at > 0) text += ',';
    const key = top.keys?.[at] ?? '';
    if (!isArray) text += `${quote(key)}:`;
    const member = (isArray ? top.array[at] : top.object[key]) ?? null;
    if (isScalar(member)) text += scalar(member);
    else {
      text += Array.isArray(member) ? '[' : '{';
      stack.push(frameOf(member));
    }
  }
  return text;
}

function frameOf(value: Json[] | JsonObject): Frame {
  return Array.isArray(value)
    ? { keys: null, array: value, next: 0 }
    : { keys: sorted(Object.keys(value)), object: value, next: 0 };
}

/** In UTF-16 order, which is how strings compare; most objects are small or in order already. */
function sorted(keys: string[]): readonly string[] {
  if (keys.length > SMALL) return keys.sort();
  for (let at = 1; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    let to = at;
    for (; to > 0 && (keys[to - 1] ?? '') > key; to -= 1) keys[to] = keys[to - 1] ?? '';
    keys[to] = key;
  }
  return keys;
}

const SMALL = 40;

function scalar(value: Scalar): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value instanceof ExactNumber ? value.digits : 'null';
  }
}

function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
