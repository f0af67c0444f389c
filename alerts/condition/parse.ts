import type { Condition, Operand, Operator } from './condition.ts';
import { ConditionError, readTokens, type Token } from './tokens.ts';

/** Every rule is asked of every session, so a long condition would be everybody's delay; it bounds how deep parentheses nest, too. */
const MAX_LENGTH = 1_000;

/**
 * Reads a rule's `when`: comparisons of sums of facts and numbers, joined by `and`, `or`, `not` and parentheses; `and`
 * binds tighter than `or`.
 * Throws ConditionError; an unknown name is answered with the known ones.
 */
export function parseCondition(text: string, names: readonly string[]): Condition {
  if (text.length > MAX_LENGTH)
    throw new ConditionError(`expected at most ${MAX_LENGTH} characters`, MAX_LENGTH);
  const reader = createReader(readTokens(text), names);
  const condition = either(reader);
  const rest = reader.peek();
  if (rest.kind !== 'end') throw new ConditionError('expected "and", "or" or the end', rest.at);
  return condition;
}

interface Reader {
  readonly names: readonly string[];
  peek: () => Token;
  take: () => Token;
  /** Takes the next token where it is this word. */
  takesWord: (word: 'and' | 'or' | 'not') => boolean;
}

function createReader(tokens: readonly Token[], names: readonly string[]): Reader {
  let next = 0;
  const peek = (): Token => tokens[Math.min(next, tokens.length - 1)] ?? { kind: 'end', at: 0 };
  const take = (): Token => {
    const token = peek();
    next += 1;
    return token;
  };
  const takesWord = (word: string): boolean => {
    const token = peek();
    if (token.kind !== 'word' || token.text !== word) return false;
    take();
    return true;
  };
  return { names, peek, take, takesWord };
}

function either(reader: Reader): Condition {
  let left = both(reader);
  while (reader.takesWord('or')) left = { kind: 'or', left, right: both(reader) };
  return left;
}

function both(reader: Reader): Condition {
  let left = single(reader);
  while (reader.takesWord('and')) left = { kind: 'and', left, right: single(reader) };
  return left;
}

function single(reader: Reader): Condition {
  if (reader.takesWord('not')) return { kind: 'not', of: single(reader) };
  if (reader.peek().kind === 'open') return parenthesised(reader);
  return comparison(reader);
}

function parenthesised(reader: Reader): Condition {
  reader.take();
  const inner = either(reader);
  const close = reader.take();
  if (close.kind !== 'close') throw new ConditionError('expected ")"', close.at);
  return inner;
}

function comparison(reader: Reader): Condition {
  const left = sum(reader);
  const sign = reader.take();
  if (sign.kind !== 'comparison') {
    throw new ConditionError('expected one of < <= > >= == !=', sign.at);
  }
  return { kind: 'compare', left, comparison: sign.text, right: sum(reader) };
}

function sum(reader: Reader): Operand {
  return chain(reader, ['+', '-'], product);
}

function product(reader: Reader): Operand {
  return chain(reader, ['*', '/'], operand);
}

function chain(
  reader: Reader,
  operators: readonly Operator[],
  part: (reader: Reader) => Operand,
): Operand {
  let left = part(reader);
  for (;;) {
    const token = reader.peek();
    if (token.kind !== 'operator' || !operators.includes(token.text)) return left;
    reader.take();
    left = { kind: 'arithmetic', operator: token.text, left, right: part(reader) };
  }
}

function operand(reader: Reader): Operand {
  const token = reader.take();
  if (token.kind === 'number') return { kind: 'number', value: token.value };
  if (token.kind !== 'name') throw new ConditionError('expected a name or a number', token.at);
  if (token.text === 'baseline' && reader.peek().kind === 'open') return baseline(reader);
  return { kind: 'fact', name: known(reader, token) };
}

/** `baseline(name)`: the same fact, as it was before. */
function baseline(reader: Reader): Operand {
  reader.take();
  const token = reader.take();
  if (token.kind !== 'name') throw new ConditionError('expected the name of a fact', token.at);
  const name = known(reader, token);
  const close = reader.take();
  if (close.kind !== 'close') throw new ConditionError('expected ")"', close.at);
  return { kind: 'baseline', name };
}

function known({ names }: Reader, { text, at }: { text: string; at: number }): string {
  if (names.includes(text)) return text;
  throw new ConditionError(`"${text}" is not known; known are ${names.join(', ')}`, at);
}
