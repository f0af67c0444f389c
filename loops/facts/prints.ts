/** Figures that tell quickly that two texts differ, so that most texts are never compared word by word. */
import { PrintSet } from './print-set.ts';
import { MAX_COMPARED } from './words.ts';

const BEYOND_ASCII = 0x80;
const IS_WORD = /[\p{L}\p{N}_]/u;
const PRIME = 16_777_619;
/** Words that may by chance have the number of another. */
const COLLISIONS = 2;

/** About; words that come again are not counted again. */
const CHARS_PER_WORD = 10;

/** A number for each word of a text in lower case: equal words have equal numbers, and others hardly ever. */
export function wordPrints(text: string): PrintSet {
  const lower = text.slice(0, MAX_COMPARED).toLowerCase();
  const prints = new PrintSet(lower.length / CHARS_PER_WORD);
  const isWord = wordTest();
  let hash = 0;
  for (let at = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (code < BEYOND_ASCII ? isWordCode(code) : isWord(lower, at))
      hash = Math.imul((hash + 1) ^ code, PRIME);
    else if (hash !== 0) {
      prints.add(hash);
      hash = 0;
    }
  }
  if (hash !== 0) prints.add(hash);
  return prints;
}

/** At least what two texts share of their words, but for a word or two: where this is small, they share little. */
export function overlapAtMost(a: PrintSet, b: PrintSet): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  const shared = COLLISIONS + small.sharedWith(large);
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Digits, small letters and the underscore. */
function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

/** Whether a character beyond ASCII belongs to a word; each is looked up once. */
function wordTest(): (text: string, at: number) => boolean {
  const known = new Map<number, boolean>();
  return (text, at) => {
    const unit = text.charCodeAt(at);
    // The second half of a pair belongs to where the first does.
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
    const code = text.codePointAt(isSecondHalf ? at - 1 : at) ?? unit;
    let answer = known.get(code);
    if (answer === undefined) {
      answer = IS_WORD.test(String.fromCodePoint(code));
      known.set(code, answer);
    }
    return answer;
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
  let from = 0;
  let hash = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (isLetterCode(code)) {
      hash = Math.imul((hash + 1) ^ code, PRIME);
      continue;
    }
    if (
      at - from >= MIN_PLAIN &&
      standsAlone(text.charCodeAt(from - 1), code) &&
      isPlain(text, from)
    )
      sum = (sum + hash) | 0;
    hash = 0;
    from = at + 1;
  }
  return sum;
}

function isLetterCode(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Nothing that ids, hashes, paths and pictures are made of stands on either side. */
function standsAlone(before: number, after: number): boolean {
  return !isJoining(before) && !isJoining(after);
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

/** Beginnings of words that times, durations and counts are written with. */
const OF_TIME = new Set(
  `mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec mil sec min att ret rep num tim rea req cal`
    .split(/\s+/)
    .map((word) => beginning(word, 0)),
);

function isPlain(text: string, from: number): boolean {
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
  for (const part of parts) {
    let hash = 0;
    for (let at = 0; at < part.length; at += 1)
      hash = Math.imul((hash + 1) ^ part.charCodeAt(at), PRIME);
    prints.add(hash);
  }
  return prints;
}
