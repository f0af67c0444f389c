import { canonicalise, readArguments, type Json } from '@loopscope/signature';

/** Members that a value may have before it is too large to be read while the agent waits. */
const MAX_MEMBERS = 20_000;
/** UTF-16 units of its texts together. */
const MAX_READ = 256_000;

/** A scalar or a pair of brackets counts as so much, which bounds the number of values as well. */
const PER_VALUE = 8;
const MAX_DEPTH = 40;

type Shape = 'plain' | 'special' | 'large';

/** A value in the form that the signature reads, and as text. */
export interface Readable {
  /** The value itself where it is JSON as it stands: it is read, never changed. Absent where the text has to be read. */
  json?: Json;
  text: string;
}

/**
 * Any value as the signature reads it: a string as it is, the rest as JSON. Null where it is too large to be read while the agent waits, or
 * cannot be read at all. Never throws.
 */
export function readable(value: unknown): Readable | null {
  try {
    if (typeof value === 'string') return value.length > MAX_READ ? null : { text: value };
    const json = jsonOf(value);
    if (json === undefined) return null;
    return { json, text: json === value ? JSON.stringify(json) : canonicalise(json) };
  } catch {
    return null;
  }
}

/** A value that is no string as JSON: itself where it is JSON as it stands. Undefined where readable has nothing. Never throws. */
export function jsonOf(value: unknown): Json | undefined {
  try {
    const shape = sizeOfPlain(value, 0) <= MAX_READ ? 'plain' : shapeOf(value);
    if (shape === 'large') return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member was looked at
    if (shape === 'plain') return value as Json;
    const read = readArguments(value);
    return read.known ? read.value : undefined;
  } catch {
    return undefined;
  }
}

/** The text alone. */
export function textOf(value: unknown): string | null {
  return readable(value)?.text ?? null;
}

/** About the size in UTF-16 units; Infinity where it is too much, too deep (as a cycle is) or not JSON as it stands. */
function sizeOfPlain(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return Number.isFinite(value) ? PER_VALUE : Infinity;
  if (typeof value !== 'object') return typeof value === 'boolean' ? PER_VALUE : Infinity;
  if (value === null) return PER_VALUE;
  if (depth > MAX_DEPTH || !isContainer(value)) return Infinity;
  let size = PER_VALUE;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= MAX_READ; at += 1) {
      size += sizeOfPlain(value[at], depth + 1);
    }
    return size;
  }
  for (const key in value) {
    size += key.length + sizeOfPlain(value[key], depth + 1);
    if (size > MAX_READ) return Infinity;
  }
  return size;
}

/** Looks at each object once, so that cycles end; what JSON would leave out or change makes a value special. */
function shapeOf(root: unknown): Shape {
  const look: Look = { open: [root], seen: null, size: 0, isPlain: true };
  const { open } = look;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') look.size += value.length;
    else if (typeof value === 'object' && value !== null) lookAt(value, look);
    else if (typeof value === 'number') look.isPlain &&= Number.isFinite(value);
    else if (typeof value !== 'boolean' && value !== null) look.isPlain = false;
    if (look.size > MAX_READ || open.length > MAX_MEMBERS) return 'large';
  }
  return look.isPlain ? 'plain' : 'special';
}

interface Look {
  open: unknown[];
  /** Objects looked at. */
  seen: Set<object> | null;
  size: number;
  isPlain: boolean;
}

function lookAt(value: object, look: Look): void {
  look.seen ??= new Set();
  if (look.seen.has(value)) {
    look.isPlain = false;
    return;
  }
  look.seen.add(value);
  look.isPlain &&= isPlain(value);
  if (Array.isArray(value)) {
    look.size += value.length;
    if (value.length > MAX_MEMBERS) look.size = Infinity;
    else for (const item of value) look.open.push(item);
  } else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    look.size += value.byteLength;
  else if (value instanceof Map || value instanceof Set) {
    look.size += value.size;
    if (value.size > MAX_MEMBERS) look.size = Infinity;
    else for (const [key, item] of value.entries()) look.open.push(key, item);
  } else {
    for (const key in value) {
      look.size += key.length;
      look.open.push(Reflect.get(value, key));
    }
  }
}

/** A list or an object without a class; a `toJSON` of its own is a function, and as such no JSON. */
function isContainer(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Array.prototype || prototype === Object.prototype || prototype === null;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return true;
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value);
}
