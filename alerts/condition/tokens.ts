import { COMPARISONS, OPERATORS, type Comparison, type Operator } from './condition.ts';

export type Token =
  | { kind: 'number'; at: number; value: number }
  | { kind: 'name'; at: number; text: string }
  | { kind: 'comparison'; at: number; text: Comparison }
  | { kind: 'operator'; at: number; text: Operator }
  | { kind: 'word'; at: number; text: 'and' | 'or' | 'not' }
  | { kind: 'open' | 'close' | 'end'; at: number };

/** A `when` that cannot be read; `at` is the 0-based character. */
export class ConditionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} (at character ${at + 1})`);
    this.name = 'ConditionError';
    this.at = at;
  }
}

const PATTERN = /\s*(?:(\d+(?:\.\d+)?)|([a-z_][a-z0-9_]*)|(<=|>=|==|!=|<|>|[-+*/])|([()]))/iy;
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Text -> tokens, the last of kind `end`. Throws ConditionError at the first character that starts none. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  let at = 0;
  while (at < trimmed.length) {
    PATTERN.lastIndex = at;
    const match = PATTERN.exec(trimmed);
    if (match === null) {
      const blank = /^\s*/.exec(trimmed.slice(at))?.[0].length ?? 0;
      throw new ConditionError(`"${trimmed[at + blank]}" is not understood`, at + blank);
    }
    at = PATTERN.lastIndex;
    tokens.push(toToken(match, at));
  }
  return [...tokens, { kind: 'end', at: trimmed.length }];
}

function toToken(match: RegExpExecArray, end: number): Token {
  const [, number, name, sign, bracket] = match;
  if (number !== undefined) {
    return { kind: 'number', at: end - number.length, value: Number(number) };
  }
  if (name !== undefined) return nameOrWord(name, end - name.length);
  const comparison = COMPARISONS.find((candidate) => candidate === sign);
  if (comparison !== undefined) {
    return { kind: 'comparison', at: end - comparison.length, text: comparison };
  }
  const operator = OPERATORS.find((candidate) => candidate === sign);
  if (operator !== undefined) return { kind: 'operator', at: end - 1, text: operator };
  return { kind: bracket === '(' ? 'open' : 'close', at: end - 1 };
}

function nameOrWord(name: string, at: number): Token {
  const text = name.toLowerCase();
  return isWord(text) ? { kind: 'word', at, text } : { kind: 'name', at, text: name };
}

const isWord = (text: string): text is 'and' | 'or' | 'not' => WORDS.has(text);
