import { isObject, setMember, type Json, type JsonObject } from '../value/json.ts';
import { holdsHeaders, isInstant, isQuota, isTellingHeader, isVolatile } from './result-keys.ts';

/** Deeper members are kept as they are. */
const MAX_DEPTH = 40;

type Mask = (text: string) => string;

/** The value without volatile members, its texts masked. */
export function stableForm(value: Json, mask: Mask, depth = 0, inList = false): Json {
  if (typeof value === 'string') return mask(value);
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => stableForm(item, mask, depth + 1, true));
  return isObject(value) ? stableObject(value, mask, depth + 1, inList) : value;
}

function stableObject(value: JsonObject, mask: Mask, depth: number, inList: boolean): JsonObject {
  const kept: JsonObject = {};
  let isKept = false;
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    if (isVolatile(key, member, inList)) continue;
    const told = isObject(member) && holdsHeaders(key) ? tellingHeaders(member) : member;
    setMember(kept, key, stableForm(told, mask, depth, inList));
    isKept = true;
  }
  if (isKept || (depth > 1 && Object.keys(value).every((key) => isQuota(key)))) return kept;
  return withoutInstants(value);
}

function tellingHeaders(headers: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of Object.keys(headers))
    if (isTellingHeader(key)) setMember(kept, key, headers[key] ?? null);
  return kept;
}

/** Of an object with no other members, such as `{"latency_ms": 12}`, the volatile ones are its point. */
function withoutInstants(value: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    if (!isInstant(member)) setMember(kept, key, member);
  }
  return kept;
}
