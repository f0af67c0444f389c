import { emptyObject, isObject, type Json } from './json.ts';
import { isVolatile } from './result-keys.ts';

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
  const kept = emptyObject();
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    if (!isVolatile(key, member, inList))
      kept[key] = copy(member, mask, { depth: depth + 1, inList });
  }
  return kept;
}
