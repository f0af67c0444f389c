import type { Json } from './json.ts';
import { ExactNumber } from './number.ts';

/** A container that is being written: its members in order, and how far the writer got. */
interface Frame {
  members: readonly Json[];
  /** Sorted keys of an object; null for an array. */
  keys: readonly string[] | null;
  next: number;
}

/** Control characters, quote, backslash and surrogates: the strings that need JSON.stringify. */
const NEEDS_ESCAPE = /[\u0000-\u001f"\\\ud800-\udfff]/; // oxlint-disable-line no-control-regex -- JSON escapes them

/**
 * RFC 8785 form with exact numbers: keys in UTF-16 order, numbers in ECMAScript form with all their digits, a lone
 * surrogate as its \udXXX escape. Works without recursion at any depth.
 */
export function canonicalise(value: Json): string {
  const stack: Frame[] = [];
  let text = '';
  let current: Json = value;
  for (;;) {
    const frame = frameOf(current);
    if (frame === null) text += scalar(current);
    else {
      text += frame.keys === null ? '[' : '{';
      stack.push(frame);
    }
    for (;;) {
      const top = stack.at(-1);
      if (top === undefined) return text;
      if (top.next < top.members.length) {
        text += separator(top);
        current = top.members[top.next] ?? null;
        top.next += 1;
        break;
      }
      text += top.keys === null ? ']' : '}';
      stack.pop();
    }
  }
}

function frameOf(value: Json): Frame | null {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return null;
  if (Array.isArray(value)) return { members: value, keys: null, next: 0 };
  const keys = Object.keys(value).toSorted();
  return { members: keys.map((key) => value[key] ?? null), keys, next: 0 };
}

function separator({ keys, next }: Frame): string {
  const comma = next === 0 ? '' : ',';
  return keys === null ? comma : `${comma}${quote(keys[next] ?? '')}:`;
}

function scalar(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return String(value);
}

function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
