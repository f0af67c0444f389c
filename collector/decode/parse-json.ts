import { emptyObject } from './protobuf-values.ts';
import type { WireObject, WireValue } from './wire-span.ts';

const LONG_INTEGER = /\d{16}/;

/** JSON text as a value, integers beyond 2^53 as bigint; undefined where the text is no JSON. */
export function parseJson(text: string): WireValue | undefined {
  try {
    const value: WireValue = LONG_INTEGER.test(text)
      ? JSON.parse(text, keepDigits)
      : JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined)
    return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** The object that a value is, or that its JSON text holds; an empty one otherwise. */
export function objectOf(value: WireValue | undefined): WireObject {
  const parsed = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isObject ? parsed : emptyObject();
}
