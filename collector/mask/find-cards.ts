import { NO_SECRETS, type Secret } from './secret.ts';

/** 13 to 19 digits, alone or in groups. A place behind a digit or a point cannot begin one, so each digit is read once. */
const DIGITS = /(?<![\d.])[2-6](?:[ -]?\d){12,18}(?![\d.]?\d)/g;
const HINT = /[2-6](?:[ -]?\d){12}/;
/** First digits and lengths that the schemes hand out; most other numbers of that length are ids and times. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14,17})$/;

/** Payment card numbers that pass the Luhn check. */
export function findCards(text: string): readonly Secret[] {
  if (!HINT.test(text)) return NO_SECRETS;
  const found: Secret[] = [];
  for (const { 0: written, index } of text.matchAll(DIGITS)) {
    const digits = written.replaceAll(/[ -]/g, '');
    if (!ISSUED.test(digits) || !passesLuhn(digits)) continue;
    found.push({ kind: 'card', start: index, end: index + written.length });
  }
  return found;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled - (doubled > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
}
