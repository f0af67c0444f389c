import { NO_SECRETS, type Finder, type Secret } from './secret.ts';

/** Base64, plain or for addresses; shorter runs hold no secret. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NONE = 64;
/** Six bits of each character. */
const BITS = new Uint8Array(128).fill(NONE);
for (const [bits, code] of Buffer.from(ALPHABET).entries()) BITS[code] = bits;
BITS['-'.charCodeAt(0)] = BITS['+'.charCodeAt(0)] ?? NONE;
BITS['_'.charCodeAt(0)] = BITS['/'.charCodeAt(0)] ?? NONE;
const MIN_CHARS = 20;
/** 18 bytes: what is no text shows it by then. */
const LOOK_CHARS = 24;
const IS_TEXT = /^[\t\n\r -~]*$/;

const PERCENT = /%[0-7][0-9a-f]/gi;
/** Of the characters that tell a secret: colon, equals sign, slash, at, quote, space, line feed. */
const PERCENT_HINT = /%(?:3[ad]|2[0f2]|40|0a)/i;

/** Secrets that were encoded for a header, a file or an address: what is found in the decoded text is masked as it stands. */
export function createEncodedFinder(finders: readonly Finder[]): Finder {
  const findIn = (text: string): Secret[] => finders.flatMap((find) => find(text));
  return (text) => {
    const found = [...findInBase64(text, findIn), ...findInPercents(text, findIn)];
    return found.length === 0 ? NO_SECRETS : found;
  };
}

type FindIn = (text: string) => Secret[];

/** One secret in it makes all of it one. */
function findInBase64(text: string, findIn: FindIn): Secret[] {
  const found: Secret[] = [];
  for (const [start, end] of runsOf(text)) {
    if (!beginsAsText(text, start)) continue;
    const run = text.slice(start, end);
    if (!IS_TEXT.test(Buffer.from(run.slice(0, LOOK_CHARS), 'base64').toString('latin1'))) continue;
    const decoded = Buffer.from(run, 'base64').toString('latin1');
    if (findIn(decoded).length > 0) {
      found.push({ kind: 'encoded', start, end });
    }
  }
  return found;
}

/** A run of that length covers one of the places looked at, so most characters are never read. */
function runsOf(text: string): [start: number, end: number][] {
  const runs: [number, number][] = [];
  let done = 0;
  for (let at = MIN_CHARS - 1; at < text.length; at += MIN_CHARS) {
    if (bitsAt(text, at) === NONE) continue;
    let start = at;
    while (start > done && bitsAt(text, start - 1) !== NONE) start -= 1;
    let end = at + 1;
    while (bitsAt(text, end) !== NONE) end += 1;
    if (end - start >= MIN_CHARS) runs.push([start, end]);
    done = end;
    at = end;
  }
  return runs;
}

/** Beyond the text as well. */
function bitsAt(text: string, at: number): number {
  return BITS[text.charCodeAt(at)] ?? NONE;
}

/** Decodes the first six bytes, which tells most ids and words from what hides a text. */
function beginsAsText(text: string, start: number): boolean {
  for (let at = start; at < start + 8; at += 4) {
    const high = (bitsAt(text, at) << 6) | bitsAt(text, at + 1);
    const low = (bitsAt(text, at + 2) << 6) | bitsAt(text, at + 3);
    const isText =
      isTextByte(high >> 4) && isTextByte(((high & 15) << 4) | (low >> 8)) && isTextByte(low & 255);
    if (!isText) return false;
  }
  return true;
}

function isTextByte(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

/** An address that stands in another one is encoded once more each time. */
function findInPercents(text: string, findIn: FindIn, times = 4): Secret[] {
  if (!PERCENT_HINT.test(text)) return [];
  // Where each escape stood: each one takes two characters away.
  const escapes: number[] = [];
  const decoded = text.replaceAll(PERCENT, (escape, at: number) => {
    escapes.push(at);
    return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  });
  const placeOf = (at: number): number => at + 2 * countBefore(escapes, at);
  const found = [...findIn(decoded), ...findInBase64(decoded, findIn)];
  if (times > 1) found.push(...findInPercents(decoded, findIn, times - 1));
  return found.map(({ kind, start, end }) => ({
    kind,
    start: placeOf(start),
    end: placeOf(end),
  }));
}

/** How many escapes stand before a place of the decoded text. */
function countBefore(escapes: readonly number[], at: number): number {
  let [low, high] = [0, escapes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((escapes[middle] ?? 0) - 2 * middle < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
