import { withoutNote } from '../guard-marks.ts';
import type { Json } from '../value/json.ts';
import { isRedacted } from '../value/redaction.ts';
import { readText, withoutColours } from '../value/text.ts';
import { fromValue } from '../value/value.ts';

/** A result as it stands in an attribute; a recorded null is a result. */
export function readResult(raw: unknown): { known: true; value: Json } | { known: false } {
  if (raw === undefined || isRedacted(raw)) return { known: false };
  return {
    known: true,
    value: typeof raw === 'string' ? readText(withoutNote(withoutColours(raw))) : fromValue(raw),
  };
}
