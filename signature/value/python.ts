import { canonicalise } from './canonical.ts';
import { setMember, type Json, type JsonObject } from './json.ts';
import { readNumber } from './number.ts';
import { readPythonString } from './python-string.ts';

/** Where a value may begin at the top: a bare word or number there is text, not a repr. */
const STARTS = /^(?:[[{(]|[bru]{0,2}['"]|(?:None|True|False)$)/;
const SPACE = /\s*/y;
/** Between these codes stand characters that are no white space. */
const SPACE_CODE = 0x20;
const BEYOND_ASCII = 0x80;
const NUMBER = /[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /-?[A-Za-z_][\w.]*/y;
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['None', null],
  ['null', null],
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['nan', null],
  ['NaN', null],
  ['inf', null],
  ['-inf', null],
  ['Infinity', null],
  ['-Infinity', null],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/** An open bracket with what it holds so far. */
interface Frame {
  closing: string;
  items: Json[];
  /** Keys of a dict, one for each item; empty for everything else. */
  keys: string[];
  /** A parenthesis without a comma is no tuple. */
  commas: number;
}

/**
 * Value of a Python `repr` (dict, list, tuple, set, str, bytes, numbers, None), and of JSON as Python writes it (NaN); undefined
 * where the text is neither. Never evaluates; an object inside (`<Foo at 0x7f..>`, `date(2024, 1, 1)`) is kept as text.
 */
export function readPython(text: string): Json | undefined {
  return STARTS.test(text) ? new Reader(text).read() : undefined;
}

class Reader {
  readonly #text: string;
  readonly #open: Frame[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skip(0);
  }

  read(): Json | undefined {
    for (;;) {
      const char = this.#text[this.#at] ?? '';
      const closing = CLOSING.get(char);
      if (closing !== undefined) {
        this.#open.push({ closing, items: [], keys: [], commas: 0 });
        this.#skip(1);
        continue;
      }
      const value = char === this.#open.at(-1)?.closing ? this.#close() : this.#scalar();
      if (value === undefined || !this.#attach(value)) return undefined;
      if (this.#open.length === 0) return this.#at === this.#text.length ? this.#root : undefined;
    }
  }

  #root: Json | undefined;

  /** Puts a finished value where it belongs, closes what ends after it, and stops before the next value. */
  #attach(finished: Json): boolean {
    let value: Json | undefined = finished;
    while (value !== undefined) {
      const frame = this.#open.at(-1);
      this.#root = value;
      if (frame === undefined) return true;
      const char = this.#text[this.#at];
      if (char === ':') return this.#takeKey(frame, value);
      frame.items.push(value);
      if (char === ',') {
        frame.commas += 1;
        this.#skip(1);
        return true;
      }
      value = char === frame.closing ? this.#close() : undefined;
    }
    return false;
  }

  #takeKey(frame: Frame, value: Json): boolean {
    if (frame.closing !== '}' || frame.keys.length !== frame.items.length) return false;
    frame.keys.push(typeof value === 'string' ? value : canonicalise(value));
    this.#skip(1);
    return true;
  }

  #close(): Json | undefined {
    const frame = this.#open.pop();
    if (frame === undefined) return undefined;
    this.#skip(1);
    const { closing, items, keys, commas } = frame;
    if (closing === '}')
      return keys.length > 0 || items.length === 0 ? dict(keys, items) : set(items);
    return closing === ')' && items.length === 1 && commas === 0 ? items[0] : items;
  }

  #scalar(): Json | undefined {
    const string = readPythonString(this.#text, this.#at);
    if (string !== null) {
      this.#skip(string.end - this.#at);
      return string.value;
    }
    const number = this.#match(NUMBER);
    if (number !== null) return readNumber(number.replaceAll('_', ''));
    return this.#text[this.#at] === '<' ? this.#opaque('<', '>') : this.#word();
  }

  /** A constant, or a call such as `date(2024, 1, 1)`, which stays text. */
  #word(): Json | undefined {
    const from = this.#at;
    const word = this.#match(WORD);
    if (word === null) return undefined;
    if (this.#text[this.#at] !== '(') return WORDS.get(word);
    const call = this.#opaque('(', ')');
    return call === undefined ? undefined : this.#text.slice(from, this.#at).trimEnd();
  }

  /** The text of a balanced bracket, without the memory addresses in it. */
  #opaque(opening: string, closing: string): string | undefined {
    const from = this.#at;
    let depth = 0;
    for (let at = from; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === opening) depth += 1;
      else if (char === closing) depth -= 1;
      if (depth > 0) continue;
      this.#skip(at + 1 - from);
      return this.#text.slice(from, at + 1).replaceAll(/ at 0x[0-9a-fA-F]+/g, '');
    }
    return undefined;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#skip(found.length);
    return found;
  }

  /** Moves on by so many characters and the white space after them. */
  #skip(length: number): void {
    this.#at += length;
    const code = this.#text.charCodeAt(this.#at);
    if (code > SPACE_CODE && code < BEYOND_ASCII) return;
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }
}

function dict(keys: readonly string[], items: readonly Json[]): Json | undefined {
  if (keys.length !== items.length) return undefined;
  const object: JsonObject = {};
  for (const [at, key] of keys.entries()) setMember(object, key, items[at] ?? null);
  return object;
}

/** A set has no order, so it gets one. */
function set(items: readonly Json[]): Json {
  const byForm = new Map(items.map((item) => [canonicalise(item), item]));
  return [...byForm].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
