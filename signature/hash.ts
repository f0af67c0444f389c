import crypto from 'node:crypto';

/** UTF-16 units of the digits. */
const DIGITS = [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102];

/** The first 16 hex characters of the SHA-256 of the text's UTF-8 form. */
export function shortHash(text: string): string {
  // Node before 20.12 has no one-shot hash.
  const bytes =
    typeof crypto.hash === 'function'
      ? crypto.hash('sha256', text, 'latin1')
      : crypto.createHash('sha256').update(text).digest('latin1');
  return hexOf(bytes);
}

/** Of the first eight bytes, as a text of its own: one that is cut from a longer one holds all of it in memory. */
function hexOf(bytes: string): string {
  return String.fromCharCode(
    high(bytes, 0),
    low(bytes, 0),
    high(bytes, 1),
    low(bytes, 1),
    high(bytes, 2),
    low(bytes, 2),
    high(bytes, 3),
    low(bytes, 3),
    high(bytes, 4),
    low(bytes, 4),
    high(bytes, 5),
    low(bytes, 5),
    high(bytes, 6),
    low(bytes, 6),
    high(bytes, 7),
    low(bytes, 7),
  );
}

function high(bytes: string, at: number): number {
  return DIGITS[bytes.charCodeAt(at) >> 4] ?? 0;
}

function low(bytes: string, at: number): number {
  return DIGITS[bytes.charCodeAt(at) & 15] ?? 0;
}
