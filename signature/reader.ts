import type { Json } from './json.ts';
import { Nest } from './nest.ts';
import { readNumber } from './number.ts';

/** Numbers that a double may not hold: 16 digits and more, or an exponent of three digits. */
const SUSPICIOUS = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A JSON text as a value that lost no digit; undefined where the text is no JSON. Linear, without recursion. */
export function readJson(text: string): Json | undefined {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return SUSPICIOUS.test(text) ? readExactly(text) : parsed;
}

/** Reads a text that JSON.parse accepts, with exact numbers. */
function readExactly(text: string): Json | undefined {
  const nest = new Nest();
  let keyNext = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    switch (char) {
      case '{':
        nest.openObject();
        keyNext = true;
        at += 1;
        break;
      case '[':
        nest.openArray();
        keyNext = false;
        at += 1;
        break;
      case '}':
      case ']':
        nest.close();
        at += 1;
        break;
      case ',':
        keyNext = nest.inObject;
        at += 1;
        break;
      case '"': {
        const end = stringEnd(text, at);
        const string = JSON.parse(text.slice(at, end)) as string;
        if (keyNext) nest.key(string);
        else nest.add(string);
        keyNext = false;
        at = end;
        break;
      }
      default:
        at = readBare(text, at, nest);
    }
  }
  return nest.result;
}

/** A number or a word, or a colon or white space, which say nothing here. */
function readBare(text: string, at: number, nest: Nest): number {
  const char = text[at] ?? '';
  if (char === 't' || char === 'n') {
    nest.add(char === 't' ? true : null);
    return at + 4;
  }
  if (char === 'f') {
    nest.add(false);
    return at + 5;
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined) return at + 1;
  nest.add(readNumber(number));
  return at + number.length;
}

/** Position after the closing quote of the string that starts at `at`. */
function stringEnd(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
