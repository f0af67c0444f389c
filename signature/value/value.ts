import { types } from 'node:util';
import { setMember, type Json, type JsonObject } from './json.ts';
import { ExactNumber, readNumber } from './number.ts';

/** An object graph that shares or generates without end is cut after so many values. */
const MAX_VALUES = 200_000;
const THROWS = '[Throws]';
const CIRCULAR = '[Circular]';

type Entries = Iterator<readonly [key: string, value: unknown], undefined>;

/** A container that is being copied: what is left of its members, and where they go. */
interface Frame {
  source: object;
  entries: Entries;
  target: Json[] | JsonObject;
}

/**
 * Any JavaScript value as JSON, the way JSON.stringify sees it but without its failures: BigInt keeps its digits, Map and Set become
 * object and array, a cycle and a getter that throws become a mark. Never throws, never recurses.
 */
export function fromValue(value: unknown): Json {
  return new Copy().run(value);
}

class Copy {
  readonly #open: Frame[] = [];
  readonly #above = new Set<object>();
  #left = MAX_VALUES;

  run(value: unknown): Json {
    const root = this.#begin(value) ?? null;
    for (;;) {
      const frame = this.#open.at(-1);
      if (frame === undefined) return root;
      const next = this.#left > 0 ? attempt(() => frame.entries.next(), DONE) : DONE;
      if (next.done === true) {
        this.#open.pop();
        this.#above.delete(frame.source);
        continue;
      }
      const [key, member] = next.value;
      const json = this.#begin(member);
      if (Array.isArray(frame.target)) frame.target.push(json ?? null);
      else if (json !== undefined) setMember(frame.target, key, json);
    }
  }

  /** A scalar, or a container that the next turns fill; undefined where JSON leaves the value out. */
  #begin(value: unknown): Json | undefined {
    this.#left -= 1;
    const plain = attempt(() => simplify(value), THROWS);
    if (typeof plain !== 'object' || plain === null) return scalar(plain);
    if (plain instanceof ExactNumber) return plain;
    if (this.#above.has(plain)) return CIRCULAR;
    const members = attempt(() => membersOf(plain), null);
    if (members === null) return THROWS;
    const target: Json[] | JsonObject = members.list ? [] : {};
    this.#open.push({ source: plain, entries: members.entries, target });
    this.#above.add(plain);
    return target;
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** A hostile value may throw anywhere: then the other result stands for it. */
function attempt<Result, Otherwise>(work: () => Result, otherwise: Otherwise): Result | Otherwise {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function scalar(value: unknown): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return readNumber(value.toString());
  return value === null ? null : undefined;
}

/** What JSON would print for an object that is no plain container. */
function simplify(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value) || types.isMap(value) || types.isSet(value)) return value;
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (types.isNativeError(value)) return { name: value.name, message: value.message };
  if (types.isRegExp(value)) return String(value);
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  if (types.isAnyArrayBuffer(value)) return Buffer.from(value).toString('base64');
  if (types.isBoxedPrimitive(value)) return value.valueOf();
  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

/** Bytes as base64, numbers as an array. */
function bytesOf(view: ArrayBufferView): unknown {
  if (types.isUint8Array(view) || types.isDataView(view)) {
    return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
  }
  return Object.values(view);
}

function membersOf(value: object): { list: boolean; entries: Entries } {
  if (Array.isArray(value)) return { list: true, entries: items(value) };
  if (types.isSet(value)) return { list: true, entries: items([...value]) };
  if (!types.isMap(value)) return { list: false, entries: properties(value, Object.keys(value)) };
  const pairs = [...value];
  const named = pairs.filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
  return named.length === pairs.length
    ? { list: false, entries: named.values() }
    : { list: true, entries: items(pairs) };
}

function* items(array: readonly unknown[]): Generator<readonly [string, unknown], undefined> {
  for (let at = 0; at < array.length; at += 1) yield ['', attempt(() => array[at], THROWS)];
}

function* properties(
  object: object,
  keys: readonly string[],
): Generator<readonly [string, unknown], undefined> {
  for (const key of keys) yield [key, attempt((): unknown => Reflect.get(object, key), THROWS)];
}
