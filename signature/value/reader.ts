import type { Json } from './json.ts';
import { Nest } from './nest.ts';
import { readNumber } from './number.ts';

/** Numbers that a double may not hold: 16 digits and more, or an exponent of three digits. */
const SUSPICIOUS = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
/** Everything that means something: brackets, commas, words, numbers, and where a string begins. */
const TOKEN = /[[\]{},"]|true|false|null|-?\d[\d.eE+-]*/g;

/** A JSON text as a value that lost no digit; undefined where the text is no JSON. Linear, without recursion. */
export function readJson(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text);
    return SUSPICIOUS.test(text) ? readExactly(text) : parsed;
  } catch {
    return undefined;
  }
}

/** Reads a text that JSON.parse accepts, with exact numbers. */
function readExactly(text: string): Json | undefined {
  const nest = new Nest();
  const tokens = new RegExp(TOKEN);
  let isKey = false;
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [token] = found;
    if (token === '"') {
      tokens.lastIndex = stringEnd(text, found.index);
      const string: string = JSON.parse(text.slice(found.index, tokens.lastIndex));
      if (isKey) nest.key(string);
      else nest.add(string);
      isKey = false;
    } else {
      put(nest, token);
      isKey = token === '{' || (token === ',' && nest.inObject);
    }
  }
  return nest.result;
}

function put(nest: Nest, token: string): void {
  switch (token) {
    case '{':
      nest.openObject();
      break;
    case '[':
      nest.openArray();
      break;
    case '}':
    case ']':
      nest.close();
      break;
    case ',':
      break;
    case 'null':
      nest.add(null);
      break;
    case 'true':
    case 'false':
      nest.add(token === 'true');
      break;
    default:
      nest.add(readNumber(token));
  }
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
