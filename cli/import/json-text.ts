/** The parts of ECMAScript's JSON source text access that the compiler's library does not declare yet. */
interface SourceTextJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine has more of JSON than the compiler's library knows
const json = JSON as unknown as SourceTextJson;

/** A number that a double might not hold: sixteen digits or more, or an exponent of three. */
const LONG_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15,}|[\d.]+e[+-]?\d{3,})/i;

/**
 * Parses JSON so that `toJsonText` gives the numbers back with all their digits: two ids beyond 2^53
 * stay two. Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && (source.length > 15 || !Number.isFinite(value))
      ? json.rawJSON(source)
      : value,
  );
}

export function toJsonText(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** The number that a parsed value is, long ones included; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = isRecord(value) && 'rawJSON' in value ? Number(value['rawJSON']) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text as it is, everything else as JSON; null for null and undefined. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : toJsonText(value);
}

/** The first of these keys that holds text; empty where none does. */
export function firstText(record: Record<string, unknown>, keys: readonly string[]): string {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value !== '') return value;
    const number = numberOf(value);
    if (number !== null) return String(number);
  }
  return '';
}
