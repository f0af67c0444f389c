import { isUtf8 } from 'node:buffer';
import type { WireSpan } from './wire-span.ts';

type Marks = WireSpan['marks'];

/** Text the store takes and every reader can show: lone surrogates and NUL become U+FFFD, and the span is marked. */
export function cleanText(text: string, marks: Marks): string {
  let clean = text;
  if (!clean.isWellFormed()) clean = clean.toWellFormed();
  if (clean.includes('\0')) clean = clean.replaceAll('\0', '\uFFFD');
  if (clean !== text) marks.add('sanitized');
  return clean;
}

/** A bytes value as text: some senders put JSON into it. What is no UTF-8 stays base64. */
export function bytesText(bytes: Buffer, marks: Marks): string {
  return isUtf8(bytes) ? cleanText(bytes.toString('utf8'), marks) : bytes.toString('base64');
}

/** At most `maxChars`, never ending inside a surrogate pair. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
