import type { Json } from './value/json.ts';
import { readText } from './value/text.ts';
import { isRedacted } from './value/redaction.ts';
import { fromValue } from './value/value.ts';

/** Arguments that were not recorded are never equal to others. */
export type Arguments = { known: true; value: Json } | { known: false };

/**
 * The arguments as they stand in an attribute: JSON text (maybe encoded twice), plain text, a Python repr, or a JavaScript value. What is missing,
 * empty or replaced by a redaction mark is unknown. Never throws.
 */
export function readArguments(raw: unknown): Arguments {
  if (raw === undefined || raw === null || raw === '' || isRedacted(raw)) return { known: false };
  return { known: true, value: typeof raw === 'string' ? readText(raw) : fromValue(raw) };
}
