import { canonicalise, readArguments } from '@loopscope/signature';

/** Members that a value may have before it is too large to be read while the agent waits. */
const MAX_MEMBERS = 20_000;
/** UTF-16 units of its texts together. */
export const MAX_READ = 256_000;

type Shape = 'plain' | 'special' | 'large';

/**
 * Any value as a text that the signature reads: a string as it is, the rest as JSON. Null where it is too large to be read while the agent
 * waits, or cannot be read at all. Never throws.
 */
export function textOf(value: unknown): string | null {
  try {
    if (typeof value === 'string') return value.length > MAX_READ ? null : value;
    const shape = shapeOf(value);
    if (shape === 'large') return null;
    if (shape === 'plain') return JSON.stringify(value) ?? null;
    const read = readArguments(value);
    return read.known ? canonicalise(read.value) : null;
  } catch {
    return null;
  }
}

/** `plain` where JSON.stringify shows the whole value; looks at each object once, so that cycles end. */
function shapeOf(root: unknown): Shape {
  const open: unknown[] = [root];
  const seen = new Set<object>();
  let size = 0;
  let shape: Shape = 'plain';
  for (let value = open.pop(); size <= MAX_READ; value = open.pop()) {
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'bigint') shape = 'special';
    else if (typeof value === 'object' && value !== null) {
      if (seen.has(value)) shape = 'special';
      else {
        seen.add(value);
        if (!isPlain(value)) shape = 'special';
        size += membersOf(value, open);
      }
    }
    if (seen.size > MAX_MEMBERS || open.length > MAX_MEMBERS) return 'large';
    if (open.length === 0) break;
  }
  return size > MAX_READ ? 'large' : shape;
}

/** Puts the members on the list; gives the size of what is no list of members. */
function membersOf(value: object, open: unknown[]): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (Array.isArray(value)) {
    if (value.length > MAX_MEMBERS) return Infinity;
    for (const item of value) open.push(item);
    return value.length;
  }
  if (value instanceof Map || value instanceof Set) {
    if (value.size > MAX_MEMBERS) return Infinity;
    for (const [key, item] of value.entries()) open.push(key, item);
    return value.size;
  }
  let size = 0;
  for (const key in value) {
    open.push(Reflect.get(value, key));
    size += key.length;
  }
  return size;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return !('toJSON' in value);
  return prototype === Array.prototype;
}
