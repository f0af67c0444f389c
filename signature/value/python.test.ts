import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise } from './canonical.ts';
import type { Json } from './json.ts';
import { readPython } from './python.ts';

/** What Python's repr prints for a JSON value. */
function repr(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value);
  if (typeof value === 'string') return reprText(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  const members = Object.entries(value as object);
  return `{${members.map(([key, member]) => `${reprText(key)}: ${repr(member)}`).join(', ')}}`;
}

/** Python prefers single quotes, and double ones around text that holds only single ones. */
function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inner = '';
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (char === '\\' || char === quote) inner += `\\${char}`;
    else if (char === '\n') inner += '\\n';
    else if (code < 32 || code === 127) inner += `\\x${code.toString(16).padStart(2, '0')}`;
    else if (code >= 0xd800 && code <= 0xdfff) inner += `\\u${code.toString(16)}`;
    else if (code > 0xffff && code % 2 === 0) inner += `\\U${code.toString(16).padStart(8, '0')}`;
    else inner += char;
  }
  return quote + inner + quote;
}

function canonical(text: string): string | undefined {
  const value = readPython(text);
  return value === undefined ? undefined : canonicalise(value);
}

test('the repr of any JSON value reads as that value', () => {
  const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(container, (value) => {
      expect(canonical(repr(value))).toBe(canonicalise(value as Json));
    }),
  );
});

describe('Python literals', () => {
  test.each([
    ["{'a': True, 'b': False, 'c': None}", '{"a":true,"b":false,"c":null}'],
    ["('a', 1)", '["a",1]'],
    ["('a',)", '["a"]'],
    ["('a')", '"a"'],
    ['()', '[]'],
    ["{'a', 'c', 'b'}", '["a","b","c"]'],
    ['{}', '{}'],
    ['[1, 2,]', '[1,2]'],
    ["{1: 'a', (2, 3): 'b'}", '{"1":"a","[2,3]":"b"}'],
    [`{"it's": 'say "hi"'}`, `{"it's":"say \\"hi\\""}`],
    [String.raw`['\x41\u00e9\U0001F600\t\\\q']`, '["Aé😀\\t\\\\\\\\q"]'],
    ["[b'bytes', u'text', r'raw']", '["bytes","text","raw"]'],
    [
      '[12345678901234567890, 1_000, .5, 1., 1e5, -3, +4]',
      '[12345678901234567890,1000,0.5,1,100000,-3,4]',
    ],
    ['[nan, inf, -inf, NaN, -Infinity]', '[null,null,null,null,null]'],
    ["{'when': datetime.date(2024, 1, 2), 'x': 1}", '{"when":"datetime.date(2024, 1, 2)","x":1}'],
    [
      "{'db': <app.Database object at 0x7f3a2c>, 'q': 'x'}",
      '{"db":"<app.Database object>","q":"x"}',
    ],
    ["{'a': [{'b': ({'c': [None]},)}]}", '{"a":[{"b":[{"c":[null]}]}]}'],
    ["{'a': 1, 'a': 2}", '{"a":2}'],
    ["{'__proto__': 1}", '{"__proto__":1}'],
    ['None', 'null'],
    ["'quoted text'", '"quoted text"'],
  ])('%s', (text, form) => {
    expect(canonical(text)).toBe(form);
  });

  test('nested 100,000 deep are read without overflow', () => {
    const depth = 100_000;
    expect(canonical(`${"{'a': ".repeat(depth)}None${'}'.repeat(depth)}`)).toBe(
      `${'{"a":'.repeat(depth)}null${'}'.repeat(depth)}`,
    );
  });
});

test.each([
  'plain text',
  '{hello}',
  '(see above)',
  '[link](https://example.com)',
  "{'a': 1",
  "{'a' 1}",
  "{'a': 1, 2}",
  "{'a':}",
  "{: 'a'}",
  "['a' 'b']",
  "'open",
  "'a' or 'b'",
  '[1] and more',
  '[,]',
  '[1}',
  'Nothing',
  '<html></html>',
  '__import__("os").system("true")',
  '[open("x").read()]',
])('%s is text', (text) => {
  expect(readPython(text)).toBeUndefined();
});
