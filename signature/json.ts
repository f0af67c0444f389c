import { ExactNumber } from './number.ts';

/** A JSON value that lost nothing: a number that no double prints back is an ExactNumber. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;

/** `__proto__` may be an own key, so members are read through Object.keys and Object.hasOwn only. */
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: Json): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** An object to fill: without a prototype `__proto__` is a key like any other. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
