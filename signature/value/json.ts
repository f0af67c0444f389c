import { ExactNumber } from './number.ts';

/** A JSON value that lost nothing: a number that no double prints back is an ExactNumber. */
export type Json = Scalar | Json[] | JsonObject;

export type Scalar = null | boolean | number | string | ExactNumber;

/** `__proto__` may be an own key, so members are read through Object.keys and Object.hasOwn only. */
export interface JsonObject {
  [key: string]: Json;
}

export function isScalar(value: Json): value is Scalar {
  return typeof value !== 'object' || value === null || value instanceof ExactNumber;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && !isScalar(value) && !Array.isArray(value);
}

/** An own member; undefined where the value is no object or has none of this name. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets an own member, whatever its name: plain assignment to `__proto__` would change the prototype instead. */
export function setMember(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else object[key] = value;
}
