/** Arguments as shown: text as received -> fields, with every digit kept. */

export interface Field {
  name: string;
  /** Strings without their quotes, everything else as JSON. */
  text: string;
}

export type ShownArguments =
  | { kind: 'unknown' }
  | { kind: 'text'; text: string }
  | { kind: 'fields'; fields: Field[] };

/** A number keeps the digits it was written with. */
class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** `args` is null where the emitter sent none. JSON within a JSON string is opened once. */
export function readArguments(args: string | null): ShownArguments {
  if (args === null) return { kind: 'unknown' };
  const parsed = parseKeepingDigits(args);
  const value = typeof parsed === 'string' ? (parseKeepingDigits(parsed) ?? parsed) : parsed;
  if (!isRecord(value)) return { kind: 'text', text: typeof value === 'string' ? value : args };
  const fields = Object.entries(value).map(([name, field]) => ({ name, text: writeValue(field) }));
  return { kind: 'fields', fields };
}

/** Pretty JSON for the whole view; text that is no JSON stays as it is. */
export function prettyText(text: string): string {
  const parsed = parseKeepingDigits(text);
  return typeof parsed === 'object' && parsed !== null ? writeJson(parsed, '') : text;
}

/** Undefined where the text is no JSON, or nested deeper than the parser goes. */
function parseKeepingDigits(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Digits)
  );
}

function writeValue(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value, null);
}

/** `indent` null: on one line. */
function writeJson(value: unknown, indent: string | null): string {
  if (value instanceof Digits) return value.source;
  if (Array.isArray(value)) {
    return writeGroup(
      ['[', ']'],
      value.map((one) => (deeper: string | null) => writeJson(one, deeper)),
      indent,
    );
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) =>
      (deeper: string | null) =>
        `${JSON.stringify(name)}: ${writeJson(one, deeper)}`,
  );
  return writeGroup(['{', '}'], members, indent);
}

function writeGroup(
  [open, close]: readonly [string, string],
  members: readonly ((indent: string | null) => string)[],
  indent: string | null,
): string {
  if (members.length === 0) return open + close;
  if (indent === null) return open + members.map((write) => write(null)).join(', ') + close;
  const deeper = `${indent}  `;
  const lines = members.map((write) => deeper + write(deeper));
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
