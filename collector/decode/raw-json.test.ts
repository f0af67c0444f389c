import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestingOf, rawElements, rawMembers, unquote } from './raw-json.ts';

describe('rawMembers', () => {
  it('gives each member exactly as it was written', () => {
    const text = ' { "a" : 12345678901234567890 , "b":{"x": [1,2 ,"}"]}, "c\\"d":"\\\\" } ';
    expect([...(rawMembers(text) ?? [])]).toEqual([
      ['a', '12345678901234567890'],
      ['b', '{"x": [1,2 ,"}"]}'],
      ['c"d', '"\\\\"'],
    ]);
  });

  it.each(['', 'x', '[]', '"{}"', '{a:1}', '{"a"}', '{"a":1} {"b":2}', '{"a":"'])(
    '%j is no object',
    (text) => {
      expect(rawMembers(text)).toBeNull();
    },
  );

  it('agrees with JSON.parse on every object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const members = rawMembers(JSON.stringify(object)) ?? new Map();
        const parsed = [...members].map(([key, raw]) => [key, JSON.parse(raw)]);
        expect(parsed).toEqual(Object.entries(JSON.parse(JSON.stringify(object))));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', 'a', '1', ' '),
        }),
        (text) => {
          rawMembers(text);
          rawElements(text);
          nestingOf(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('rawElements agrees with JSON.parse on every list', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (list) => {
      const parsed = (rawElements(JSON.stringify(list)) ?? []).map((raw) => JSON.parse(raw));
      expect(parsed).toEqual(JSON.parse(JSON.stringify(list)));
    }),
  );
});

it('unquote opens string literals only', () => {
  expect(unquote(String.raw`"a\"\u00e9"`)).toBe('a"é');
  expect([unquote('a'), unquote('"a'), unquote('7'), unquote('"a" "b"')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('nestingOf counts brackets outside of strings, 100,000 deep as well', () => {
  expect(nestingOf('{"a":["[[[[",{"b":1}]}')).toBe(3);
  expect(nestingOf('['.repeat(100_000))).toBe(100_000);
});
