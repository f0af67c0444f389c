import { createHash } from 'node:crypto';
import type { Limits } from '../limits.ts';
import { emptyObject, tooDeep } from './protobuf-values.ts';
import { bytesText, cleanText } from './text.ts';
import type { WireAttributes, WireObject, WireValue } from './wire-span.ts';

export interface JsonContext {
  limits: Limits;
  marks: Set<string>;
}

/** A JSON object as parsed: own keys only matter, also one called `__proto__`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first of the spellings that is there: lowerCamelCase, and the snake_case of non-conforming senders. */
export function member(object: JsonObject, ...names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(object, name)) return object[name];
  return undefined;
}

export function textOf(value: unknown, marks: Set<string>): string {
  return typeof value === 'string' ? cleanText(value, marks) : '';
}

/** Unsigned 64-bit from a decimal string or a number; 0 for anything else. */
export function uint64Of(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value))
    return BigInt.asUintN(64, BigInt(value));
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    return BigInt.asUintN(64, BigInt(Math.trunc(value)));
  }
  return 0n;
}

export function readJsonAttributes(
  context: JsonContext,
  list: unknown,
  attributes: WireAttributes,
): void {
  for (const pair of listOf(list)) {
    if (attributes.size >= context.limits.maxAttributes) {
      context.marks.add('truncated');
      return;
    }
    if (!isObject(pair)) continue;
    attributes.set(textOf(pair['key'], context.marks), readJsonValue(context, pair['value'], 0));
  }
}

/** Reads one AnyValue that nests `depth` deep. */
export function readJsonValue(context: JsonContext, value: unknown, depth: number): WireValue {
  if (!isObject(value)) return bareValue(value, context.marks);
  if (depth > context.limits.maxDepth) {
    context.marks.add('too_deep');
    return tooDeep(digest(value), context.limits.maxDepth);
  }
  const { marks } = context;
  const text = member(value, 'stringValue', 'string_value');
  if (text !== undefined) return textOf(text, marks);
  const integer = member(value, 'intValue', 'int_value');
  if (integer !== undefined) return integerOf(integer);
  const double = member(value, 'doubleValue', 'double_value');
  if (double !== undefined) return Number(double);
  const bool = member(value, 'boolValue', 'bool_value');
  if (bool !== undefined) return bool === true || bool === 'true';
  const array = member(value, 'arrayValue', 'array_value');
  if (isObject(array)) {
    return listOf(array['values']).map((item) => readJsonValue(context, item, depth + 1));
  }
  const pairs = member(value, 'kvlistValue', 'kvlist_value');
  if (isObject(pairs)) return readJsonPairs(context, pairs['values'], depth);
  const bytes = member(value, 'bytesValue', 'bytes_value');
  if (typeof bytes === 'string') return bytesText(Buffer.from(bytes, 'base64'), marks);
  return null;
}

function readJsonPairs(context: JsonContext, list: unknown, depth: number): WireObject {
  const object = emptyObject();
  for (const pair of listOf(list)) {
    if (!isObject(pair)) continue;
    object[textOf(pair['key'], context.marks)] = readJsonValue(context, pair['value'], depth + 1);
  }
  return object;
}

/** A value that was not wrapped in an AnyValue. */
function bareValue(value: unknown, marks: Set<string>): WireValue {
  if (typeof value === 'string') return cleanText(value, marks);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function integerOf(value: unknown): WireValue {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

/** Of a value too deep to be walked by recursion. */
function digest(value: unknown): string {
  const sha = createHash('sha256');
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      sha.update(`[${next.length}`);
      for (const item of next) open.push(item);
    } else if (isObject(next)) {
      for (const [key, item] of Object.entries(next)) {
        sha.update(`{${JSON.stringify(key)}`);
        open.push(item);
      }
      sha.update('}');
    } else sha.update(JSON.stringify(next) ?? 'null');
  }
  return sha.digest('hex');
}
