import { isJson } from './secret.ts';

/** Says how a string begins and ends at a place, where only a string of its own may stand; null inside of strings and of plain text. */
export type Quoting = (place: number) => string | null;

/** JSON text as a string of a JSON text, as far as it was read. */
interface Inner {
  quoteAt: Quoting;
  /** Up to here in the outer text, and what that is in the inner one. */
  outer: number;
  inner: number;
}

/** For JSON text, and for JSON text that is a string of it, as arguments of calls are sent. Ask in order. */
export function createQuoting(text: string): Quoting {
  if (!isJson(text)) return () => null;
  let at = 0;
  let opened = -1;
  let inner: Inner | null = null;
  return (place) => {
    for (; at < place; at += 1) {
      const character = text[at];
      if (character === '\\' && opened >= 0) at += 1;
      else if (character === '"') {
        opened = opened < 0 ? at + 1 : -1;
        inner = null;
      }
    }
    if (opened < 0) return '"';
    inner ??= open(text, opened);
    inner.inner += decode(text.slice(inner.outer, place)).length;
    inner.outer = place;
    const quote = inner.quoteAt(inner.inner);
    return quote === null ? null : JSON.stringify(quote).slice(1, -1);
  };
}

function open(text: string, start: number): Inner {
  let end = start;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return { quoteAt: createQuoting(decode(text.slice(start, end))), outer: start, inner: 0 };
}

/** What a part of a string literal says; nothing where it is none. */
function decode(part: string): string {
  try {
    return String(JSON.parse(`"${part}"`));
  } catch {
    return '';
  }
}
