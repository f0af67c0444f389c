import { emptyObject, isObject, type Json, type JsonObject } from './json.ts';
import { isInstant, isVolatile } from './result-keys.ts';

/** Deeper members are kept as they are. */
const MAX_DEPTH = 40;

/** A copy without volatile members, its texts masked. */
export function stableForm(value: Json, mask: (text: string) => string): Json {
  return copy(value, mask, { depth: 0, inList: false });
}

function copy(
  value: Json,
  mask: (text: string) => string,
  { depth, inList }: { depth: number; inList: boolean },
): Json {
  if (typeof value === 'string') return mask(value);
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    return value.map((item) => copy(item, mask, { depth: depth + 1, inList: true }));
  }
  if (!isObject(value)) return value;
  const kept = keptMembers(value, inList);
  for (const key of Object.keys(kept)) {
    kept[key] = copy(kept[key] ?? null, mask, { depth: depth + 1, inList });
  }
  return kept;
}

/** The members that are not volatile; of an object with no other, such as `{"latency_ms": 12}`, those that are no instant. */
function keptMembers(value: JsonObject, inList: boolean): JsonObject {
  const keys = Object.keys(value);
  const lasting = keys.filter((key) => !isVolatile(key, value[key], inList));
  const kept = emptyObject();
  for (const key of lasting.length > 0 ? lasting : keys.filter((key) => !isInstant(value[key]))) {
    kept[key] = value[key] ?? null;
  }
  return kept;
}
