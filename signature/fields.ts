import { isObject, setMember, type Json, type JsonObject } from './value/json.ts';

/** The fields of a value by dotted path, absent ones left out; null where the value has none of them. */
export function pickFields(value: Json, paths: readonly string[]): JsonObject | null {
  const picked: JsonObject = {};
  for (const path of paths) {
    const found = fieldAt(value, path);
    if (found !== undefined) setMember(picked, path, found);
  }
  return Object.keys(picked).length === 0 ? null : picked;
}

/** The value at a dotted path; a key that itself holds the dots comes first, an array gives the field of each item. */
export function fieldAt(value: Json, path: string): Json | undefined {
  if (Array.isArray(value)) {
    const found = value
      .map((item) => (isObject(item) ? fieldAt(item, path) : undefined))
      .filter((item) => item !== undefined);
    return found.length === 0 ? undefined : found;
  }
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(value, head)) continue;
    const found = fieldAt(value[head] ?? null, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A copy of the value without the fields of these dotted paths; the value itself where it has none. */
export function omitFields(value: Json, paths: readonly string[]): Json {
  return paths.reduce((rest, path) => omitField(rest, path), value);
}

function omitField(value: Json, path: string): Json {
  if (Array.isArray(value))
    return value.map((item) => (isObject(item) ? omitField(item, path) : item));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, path)) return copyOf(value, path);
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(value, head)) continue;
    const copy = copyOf(value, null);
    setMember(copy, head, omitField(value[head] ?? null, path.slice(dot + 1)));
    return copy;
  }
  return value;
}

function copyOf(value: JsonObject, without: string | null): JsonObject {
  const copy: JsonObject = {};
  for (const name of Object.keys(value))
    if (name !== without) setMember(copy, name, value[name] ?? null);
  return copy;
}
