import { describe, expect, test } from 'vitest';
import { ExactNumber } from './number.ts';
import { readJson } from './reader.ts';

/** Long enough to make the reader keep digits itself instead of trusting JSON.parse. */
const LONG = '12345678901234567890';

describe('a JSON text with long numbers', () => {
  test('keeps their digits and everything around them', () => {
    const text = ` { "id" : ${LONG} , "list" : [ true , false , null , -1.5e3 , "a\\"]}" , {} , [] ] } `;
    expect(JSON.stringify(readJson(text))).toBe(
      `{"id":"${LONG}","list":[true,false,null,-1500,"a\\"]}",{},[]]}`,
    );
  });

  test('reads strings that hold brackets, escapes and numbers as strings', () => {
    const strings = ['\\', '\\\\"', '[1,2', 'true', LONG, '\u2028', '\ud800', '"', 'e: {'];
    expect(readJson(JSON.stringify([...strings, 1]).replace(/1]$/, `${LONG}]`))).toEqual([
      ...strings,
      new ExactNumber(LONG),
    ]);
  });

  test('keeps the last of equal keys, and a key named __proto__ as a key', () => {
    const value = readJson(`{"a":1,"a":${LONG},"__proto__":{"polluted":true},"constructor":1}`);
    expect(Object.keys(value as object)).toEqual(['a', '__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

test('a short text keeps the last of equal keys and a key named __proto__ too', () => {
  const value = readJson('{"a":1,"a":2,"__proto__":3}');
  expect(JSON.stringify(value)).toBe('{"a":2,"__proto__":3}');
});

test.each([
  '',
  ' ',
  '{',
  '[1,]',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  'undefined',
  '01',
  '1 2',
  '"\n"',
  'nul',
  '[1',
])('the text %j is no JSON', (text) => {
  expect(readJson(text)).toBeUndefined();
});
