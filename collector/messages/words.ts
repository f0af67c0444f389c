import type { WireObject, WireValue } from '../decode/wire-span.ts';

/** The words of one message, without its calls, results and pictures; empty where it has none. */
export function wordsOf(message: WireObject): string {
  const kwargs = message['kwargs'];
  const isWrapped = typeof kwargs === 'object' && kwargs !== null && !Array.isArray(kwargs);
  const { content, parts } = isWrapped ? kwargs : message;
  return wordsIn(content ?? parts ?? null);
}

export function joinWords(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before}\n\n${after}`;
}

function wordsIn(value: WireValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOfPart).reduce(joinWords, '');
  return wordsOfPart(value);
}

const WORD_TYPES: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

/** A part that says what it is must be text; one that does not has its words in `text`. */
function wordsOfPart(part: WireValue): string {
  if (typeof part === 'string') return part;
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return '';
  const { type, text, content } = part;
  if (typeof type === 'string' && !WORD_TYPES.has(type)) return '';
  if (typeof text === 'string') return text;
  return typeof type === 'string' && typeof content === 'string' ? content : '';
}
