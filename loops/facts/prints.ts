/** Figures that tell quickly that two texts differ, so that most texts are never compared word by word. */
import { PrintSet } from './print-set.ts';
import { MAX_COMPARED } from './words.ts';
import { WordSketch } from './word-sketch.ts';

const BEYOND_ASCII = 0x80;
const IS_WORD = /[\p{L}\p{N}_]/u;
const IS_LETTER = /\p{L}/u;
const PRIME = 16_777_619;
/** Words that may by chance have the number of another. */
const COLLISIONS = 2;

/** About; words that come again are not counted again. */
const CHARS_PER_WORD = 10;
/** The last bit of a word's number, where it is of three letters or more and nothing else. */
export const IN_LETTERS = 1;
const MIN_LETTERS = 3;
const LETTERS = /^\p{L}{3,}$/u;

/** A number for each word of a text in lower case: equal words have equal numbers, and others hardly ever. */
export function wordPrints(text: string): PrintSet {
  const read = text.slice(0, MAX_COMPARED);
  return printWords(read, new PrintSet(read.length / CHARS_PER_WORD));
}

/** The same for a quick look: see `WordSketch`. */
export function sketchWords(text: string): WordSketch {
  return printWords(text.slice(0, MAX_COMPARED), new WordSketch());
}

function printWords<Into extends { add: (print: number) => unknown }>(
  text: string,
  prints: Into,
): Into {
  const lower = text.toLowerCase();
  const kindOf = kindTest();
  for (let at = 0; at < lower.length; at += 1) {
    const from = at;
    let hash = 0;
    let kinds = 0;
    for (; at < lower.length; at += 1) {
      const code = lower.charCodeAt(at);
      const kind = code < BEYOND_ASCII ? (KINDS[code] ?? 0) : kindOf(lower, at);
      if (kind === 0) break;
      hash = Math.imul((hash + 1) ^ code, PRIME);
      kinds |= kind;
    }
    if (at === from) continue;
    const isInLetters =
      (kinds & HALF) === 0
        ? kinds === LETTER && at - from >= MIN_LETTERS
        : LETTERS.test(lower.slice(from, at));
    prints.add(isInLetters ? hash | IN_LETTERS : hash & ~IN_LETTERS);
  }
  return prints;
}

/** What a character is to a word: none of it, a digit or underscore, a letter or the second half of one. */
const OTHER = 1;
const LETTER = 2;
const HALF = 4;
const KINDS = Uint8Array.from({ length: BEYOND_ASCII }, (_, code) =>
  kindOfCharacter(String.fromCharCode(code)),
);

function kindOfCharacter(character: string): number {
  if (!IS_WORD.test(character)) return 0;
  return IS_LETTER.test(character) ? LETTER : OTHER;
}

/** Shared part of two sets, 0 to 1; 1 where both are empty. */
export function overlap(a: PrintSet, b: PrintSet): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  const shared = small.sharedWith(large);
  const union = a.size + b.size - shared;
  return union === 0 ? 1 : shared / union;
}

/** At least what two texts share of their words, but for a word or two: where this is small, they share little. */
export function overlapAtMost(a: PrintSet, b: PrintSet): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  const shared = COLLISIONS + small.sharedWith(large);
  return shared / Math.max(1, a.size + b.size - shared);
}

/** What a character beyond ASCII is to a word; each is looked up once. */
function kindTest(): (text: string, at: number) => number {
  const known = new Map<number, number>();
  return (text, at) => {
    const unit = text.charCodeAt(at);
    // The second half of a pair belongs to where the first does.
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
    const code = text.codePointAt(isSecondHalf ? at - 1 : at) ?? unit;
    let kind = known.get(code);
    if (kind === undefined) {
      kind = kindOfCharacter(String.fromCodePoint(code));
      known.set(code, kind);
    }
    return isSecondHalf && kind === LETTER ? HALF : kind;
  };
}

/** No shorter word counts: units and zones are short. */
const MIN_PLAIN = 5;

/**
 * One number for the plain words of a text, in whatever order: those that stand by themselves and can be no part of a time, a duration,
 * an id or a count. Texts that differ in passing have the same.
 */
export function plainPrint(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const from = at;
    let hash = 0;
    for (let code = text.charCodeAt(at); isLetterCode(code); code = text.charCodeAt(at)) {
      hash = Math.imul((hash + 1) ^ code, PRIME);
      at += 1;
    }
    if (at - from >= MIN_PLAIN && isPlain(text, from, at)) sum = (sum + hash) | 0;
  }
  return sum;
}

/**
 * Where the last plain word ends before a place, and no nearer to the beginning than another; the beginning where that is nearer, and
 * negative where there is no such word.
 */
export function endOfPlainWord(text: string, before: number, notBefore: number): number {
  let end = before - 1;
  while (end > Math.max(0, notBefore)) {
    let from = end;
    while (from > 0 && isLetterCode(text.charCodeAt(from - 1))) from -= 1;
    if (end - from >= MIN_PLAIN && isPlain(text, from, end)) return end;
    end = Math.min(from, end - 1);
  }
  return notBefore <= 0 ? 0 : -1;
}

/** One number for the letters and digits of ASCII in a text, in whatever order and case. */
export function letterPrint(text: string): number {
  const lower = text.toLowerCase();
  let sum = 0;
  for (let at = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (code < BEYOND_ASCII && (KINDS[code] ?? 0) !== 0)
      sum = (sum + Math.imul(code * code, PRIME)) | 0;
  }
  return sum;
}

function isLetterCode(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Digits, `+ - . / : ; = _`, and everything beyond ASCII. */
function isJoining(code: number): boolean {
  return (
    (code >= 0x2d && code <= 0x3b) ||
    code === 0x2b ||
    code === 0x3d ||
    code === 0x5f ||
    code >= BEYOND_ASCII
  );
}

/** Beginnings of words that times, durations, counts, and labels of ids are written with. */
const OF_TIME = new Set(
  `mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec mil sec min att ret rep num tim rea req cal
  dat dur ela too lat wal tra cor chu inv ser ren gen`
    .split(/\s+/)
    .map((word) => beginning(word, 0)),
);

/** Nothing that ids, hashes, paths and pictures are made of stands on either side. */
function isPlain(text: string, from: number, to: number): boolean {
  if (isJoining(text.charCodeAt(from - 1)) || isJoining(text.charCodeAt(to))) return false;
  return !OF_TIME.has(beginning(text, from));
}

/** Three letters, small or not, as one number. */
function beginning(text: string, from: number): number {
  const first = (text.charCodeAt(from) | 0x20) << 16;
  const second = (text.charCodeAt(from + 1) | 0x20) << 8;
  return first | second | text.charCodeAt(from + 2) | 0x20;
}

/**
 * One number for what a text says beside its numbers, in whatever order and however it is set; null where it holds no digit.
 */
export function subjectPrint(text: string): number | null {
  let sum = 1;
  let isNumbered = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) isNumbered = true;
    else if (!isOfNumbers(code)) sum = (sum + Math.imul(code, PRIME)) | 0;
  }
  return isNumbered ? sum : null;
}

/** White space, signs, the point and the exponent. */
function isOfNumbers(code: number): boolean {
  return code <= 0x20 || code === 0x2b || code === 0x2d || code === 0x2e || (code | 0x20) === 0x65;
}

/** A number for each part of a text: equal parts have equal numbers, and others hardly ever. */
export function partPrints(parts: readonly string[]): PrintSet {
  const prints = new PrintSet(parts.length);
  for (const part of parts) prints.add(partPrint(part));
  return prints;
}

export function partPrint(part: string): number {
  let hash = 0;
  for (let at = 0; at < part.length; at += 1)
    hash = Math.imul((hash + 1) ^ part.charCodeAt(at), PRIME);
  return hash;
}
