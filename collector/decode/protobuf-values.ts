import { hash } from 'node:crypto';
import type { Limits } from '../limits.ts';
import type { ProtobufReader } from './protobuf-reader.ts';
import { bytesText, cleanText } from './text.ts';
import type { WireAttributes, WireObject, WireValue } from './wire-span.ts';

/** What reading one message needs beside the message: where to read, how far to go, what to tell. */
export interface ProtobufContext {
  reader: ProtobufReader;
  limits: Limits;
  marks: Set<string>;
}

// `field << 3 | wire type` of opentelemetry.proto.common.v1.
const KEY_VALUE = { key: 10, value: 18 };
const ANY_VALUE = { string: 10, bool: 16, int: 24, double: 33, array: 42, kvlist: 50, bytes: 58 };
const LIST_VALUES = 10;

export function readText(context: ProtobufContext): string {
  const { reader, marks } = context;
  const text = cleanText(reader.string(), marks);
  if (reader.sawInvalidUtf8) {
    reader.sawInvalidUtf8 = false;
    marks.add('sanitized');
  }
  return text;
}

/** Reads one KeyValue into `attributes`; false where the limit was reached and it was only skipped. */
export function readAttribute(context: ProtobufContext, attributes: WireAttributes): boolean {
  const { reader, limits } = context;
  if (attributes.size >= limits.maxAttributes) {
    reader.delimited();
    return false;
  }
  readPair(context, 0, (key, value) => attributes.set(key, value));
  return true;
}

function readPair(
  context: ProtobufContext,
  depth: number,
  take: (key: string, value: WireValue) => void,
): void {
  const { reader } = context;
  const outer = reader.enter();
  let key = '';
  let value: WireValue = null;
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === KEY_VALUE.key) key = readText(context);
    else if (tag === KEY_VALUE.value) value = readAnyValue(context, depth);
    else reader.skip(tag);
  }
  reader.leave(outer);
  take(key, value);
}

/** Reads one AnyValue that nests `depth` deep. */
export function readAnyValue(context: ProtobufContext, depth: number): WireValue {
  const { reader, limits, marks } = context;
  if (depth > limits.maxDepth) {
    marks.add('too_deep');
    return tooDeep(hash('sha256', reader.delimited()), limits.maxDepth);
  }
  const outer = reader.enter();
  let value: WireValue = null;
  while (!reader.atEnd) {
    const tag = reader.tag();
    switch (tag) {
      case ANY_VALUE.string:
        value = readText(context);
        break;
      case ANY_VALUE.bool:
        value = reader.int64() !== 0;
        break;
      case ANY_VALUE.int:
        value = reader.int64();
        break;
      case ANY_VALUE.double:
        value = reader.double();
        break;
      case ANY_VALUE.array:
        value = readArray(context, depth);
        break;
      case ANY_VALUE.kvlist:
        value = readObject(context, depth);
        break;
      case ANY_VALUE.bytes:
        value = bytesText(reader.delimited(), marks);
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.leave(outer);
  return value;
}

function readArray(context: ProtobufContext, depth: number): WireValue[] {
  const { reader } = context;
  const outer = reader.enter();
  const values: WireValue[] = [];
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === LIST_VALUES) values.push(readAnyValue(context, depth + 1));
    else reader.skip(tag);
  }
  reader.leave(outer);
  return values;
}

function readObject(context: ProtobufContext, depth: number): WireObject {
  const { reader } = context;
  const outer = reader.enter();
  const object = emptyObject();
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === LIST_VALUES) {
      readPair(context, depth + 1, (key, value) => {
        object[key] = value;
      });
    } else reader.skip(tag);
  }
  reader.leave(outer);
  return object;
}

/** Without a prototype, so that a key like `__proto__` is a key like any other. */
export function emptyObject(): WireObject {
  const object: WireObject = Object.create(null);
  return object;
}

/** Stands for a part nested too deeply to be kept: equal parts stay equal, different ones different. */
export function tooDeep(sha256: string, maxDepth: number): string {
  return `[nested deeper than ${maxDepth}: ${sha256.slice(0, 16)}]`;
}
