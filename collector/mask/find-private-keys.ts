import { NO_SECRETS, type Secret } from './secret.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END|"/g;

/** PEM and PGP blocks, to their end, or to that of the string or the text they stand in. */
export function findPrivateKeys(text: string): readonly Secret[] {
  if (!text.includes('-----BEGIN')) return NO_SECRETS;
  const found: Secret[] = [];
  for (const { 0: head, index } of text.matchAll(BEGIN)) {
    const last = found.at(-1);
    if (last !== undefined && index < last.end) continue;
    const start = index + head.length;
    END.lastIndex = start;
    let end = END.exec(text)?.index ?? text.length;
    // Backslashes before a quote are the quote's.
    if (text[end] === '"') while (end > start && text[end - 1] === '\\') end -= 1;
    if (end > start) found.push({ kind: 'private_key', start, end });
  }
  return found;
}
