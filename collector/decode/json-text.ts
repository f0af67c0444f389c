import type { WireValue } from './wire-span.ts';

/** JSON text of a decoded value: integers keep all digits; NaN and infinities become null. */
export function jsonText(value: WireValue): string {
  if (!hasBigint(value)) return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  const members = Object.entries(value ?? {});
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
}

function hasBigint(value: WireValue): boolean {
  if (typeof value === 'bigint') return true;
  if (value === null || typeof value !== 'object') return false;
  return Array.isArray(value) ? value.some(hasBigint) : Object.values(value).some(hasBigint);
}
