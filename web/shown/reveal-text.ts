/** Text from traces is hostile: characters that steer the display or hide are shown by their code point. */

export type Revealed =
  | { kind: 'text'; text: string }
  | { kind: 'hidden'; code: string; name: string };

/** First and last code point: controls but tab and line feed, format characters, fillers, separators, surrogates, tags. */
const HIDDEN_RANGES = [
  [0x0000, 0x0008],
  [0x000b, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
] as const;

const escape = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;
const HIDDEN = new RegExp(
  `[${HIDDEN_RANGES.map(([first, last]) => `${escape(first)}-${escape(last)}`).join('')}]`,
  'gu',
);

const NAMES: Readonly<Record<number, string>> = {
  0x0000: 'null',
  0x001b: 'escape',
  0x00ad: 'soft hyphen',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of direction',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'end of isolate',
  0xfeff: 'byte order mark',
};

/** Emoji are joined by U+200D; between two of them it hides nothing. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;

/** Stands for a text of blanks alone, which would not be seen. */
export const BLANKS = '␣';

export function revealText(text: string): Revealed[] {
  const isBlank = text !== '' && text.trim() === '';
  if (!isBlank && text.search(HIDDEN) < 0) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: Revealed[] = [];
  let start = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [character] = match;
    const end = match.index + character.length;
    if (joinsEmoji(text, match.index, character)) continue;
    if (match.index > start) parts.push({ kind: 'text', text: text.slice(start, match.index) });
    parts.push(nameHidden(character));
    start = end;
  }
  if (start < text.length) parts.push({ kind: 'text', text: text.slice(start) });
  return isBlank && start === 0 ? [{ kind: 'hidden', code: BLANKS, name: 'only blanks' }] : parts;
}

/** The same as one text, for places that take no elements: titles, options, names of links. */
export const tellText = (text: string): string =>
  revealText(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('');

function joinsEmoji(text: string, at: number, character: string): boolean {
  if (character !== '\u200D') return false;
  const before = text.slice(Math.max(0, at - 2), at);
  return EMOJI.test(before) && EMOJI.test(text.slice(at + 1, at + 3));
}

function nameHidden(character: string): Revealed {
  const codePoint = character.codePointAt(0) ?? 0;
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'hidden', code, name: NAMES[codePoint] ?? 'control character' };
}
