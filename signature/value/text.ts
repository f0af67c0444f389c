import type { Json } from './json.ts';
import { readPython } from './python.ts';
import { readJson } from './reader.ts';

/** Instrumentations encode twice, some three times. */
const MAX_ENCODINGS = 3;
const MAY_HOLD_JSON = /^\s*[[{"]/;
const ESCAPE = '\u001B[';
const COLOURS = new RegExp(String.raw`\x1B\[[\d;?]{0,20}[A-Za-z]`, 'g');
/** Everything else would cost JSON.parse an exception. */
const MAY_BE_JSON =
  /^(?:\[\s*(?:[[\]{"\d-]|true|false|null)|\{\s*["}]|["\d-]|(?:true|false|null)$)/;

/**
 * What a text of unknown form says: JSON, JSON inside a JSON string, a Python repr, else the text itself. Only the outermost value is
 * opened; a string inside it stays a string.
 */
export function readText(text: string): Json {
  const trimmed = text.trim();
  const json = MAY_BE_JSON.test(trimmed) ? readJson(trimmed) : undefined;
  if (json === undefined) return readPython(trimmed) ?? text;
  return openString(json);
}

/** Text without the commands that colour it on a terminal. */
export function withoutColours(text: string): string {
  return text.includes(ESCAPE) ? text.replaceAll(COLOURS, '') : text;
}

/** Opens a string that holds a JSON object, array or string. */
function openString(value: Json): Json {
  let inner = value;
  for (let level = 1; level < MAX_ENCODINGS; level += 1) {
    if (typeof inner !== 'string' || !MAY_HOLD_JSON.test(inner)) return inner;
    const opened = readJson(inner.trim());
    if (opened === undefined) return inner;
    inner = opened;
  }
  return inner;
}
