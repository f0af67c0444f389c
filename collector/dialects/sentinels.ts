import type { WireValue } from '../decode/wire-span.ts';
import type { Field } from './dialect.ts';

/** What senders write where they have nothing to say, or do not want to say it. */
const NOTHING = new Set([
  '',
  'null',
  'None',
  'undefined',
  'N/A',
  'unknown',
  '<not specified>',
  '_OTHER',
]);
const REDACTED = new Set(['<REDACTED>', '__REDACTED__', '[REDACTED]', '***']);

/** What Python and JavaScript write for a result that was still to come. */
const UNAWAITED =
  /^<(?:async_)?(?:generator|coroutine)\b[^>]*>$|^<(?:Future|Task)\b[^>]*>$|^\[object (?:Async)?(?:Generator|Promise|ReadableStream)\]$/;

/** Content fields, where an empty text, a null and the like are values of their own. */
const CONTENT = new Set<Field>(['result', 'asked', 'fedBack']);

const LONGEST = 20;

/** True where the value only stands for a missing one. */
export function isMissing(field: Field, value: WireValue): boolean {
  if (value === null) return true;
  if (typeof value !== 'string') return false;
  if (field === 'result' && value.length < 200 && UNAWAITED.test(value)) return true;
  // Longer than any of them: a look-up would hash all of it first.
  if (value.length > LONGEST) return false;
  const text = value.trim();
  return REDACTED.has(text) || (!CONTENT.has(field) && NOTHING.has(text));
}
