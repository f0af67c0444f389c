import { isScalar, type Json, type JsonObject, type Scalar } from './json.ts';
import { inKeyOrder, sortTexts } from './key-order.ts';
import { ExactNumber } from './number.ts';

/** A container that is being written, and how far the writer got. */
interface Frame {
  container: Json[] | JsonObject;
  /** Sorted keys of an object; null for an array. */
  keys: readonly string[] | null;
  length: number;
  next: number;
}

/** Control characters, quote, backslash and surrogates: the strings that need JSON.stringify. */
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/; // oxlint-disable-line no-control-regex -- JSON escapes them

/**
 * RFC 8785 form with exact numbers: keys in UTF-16 order, numbers in ECMAScript form with all their digits, a lone
 * surrogate as its \udXXX escape. Works at any depth.
 */
export function canonicalise(value: Json): string {
  if (isScalar(value)) return scalar(value);
  const plain = inKeyOrder(value);
  return plain === undefined ? written(value) : JSON.stringify(plain);
}

/** The canonical form of each item. */
export function canonicaliseEach(items: readonly Json[]): string[] {
  const plain = inKeyOrder([...items]);
  return Array.isArray(plain)
    ? plain.map((item) => JSON.stringify(item))
    : items.map((item) => canonicalise(item));
}

/** Member by member, without recursion. */
function written(value: Json[] | JsonObject): string {
  const stack = [frameOf(value)];
  let text = Array.isArray(value) ? '[' : '{';
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.next === top.length) {
      text += top.keys === null ? ']' : '}';
      stack.pop();
      continue;
    }
    if (top.next > 0) text += ',';
    const key = top.keys?.[top.next];
    if (key !== undefined) text += `${quote(key)}:`;
    const member = memberAt(top, key);
    top.next += 1;
    if (isScalar(member)) text += scalar(member);
    else {
      text += Array.isArray(member) ? '[' : '{';
      stack.push(frameOf(member));
    }
  }
  return text;
}

function frameOf(container: Json[] | JsonObject): Frame {
  if (Array.isArray(container)) return { container, keys: null, length: container.length, next: 0 };
  const keys = Object.keys(container);
  sortTexts(keys);
  return { container, keys, length: keys.length, next: 0 };
}

function memberAt({ container, next }: Frame, key: string | undefined): Json {
  if (Array.isArray(container)) return container[next] ?? null;
  return key === undefined ? null : (container[key] ?? null);
}

function scalar(value: Scalar): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return value instanceof ExactNumber ? value.digits : String(value);
}

function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
