import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise } from './canonical.ts';
import type { Json } from './json.ts';
import { readJson } from './reader.ts';

const DEPTH = 100_000;

/** Canonical form of a JSON text. */
function canonical(text: string): string {
  const value = readJson(text);
  if (value === undefined) throw new Error(`no JSON: ${text.slice(0, 80)}`);
  return canonicalise(value);
}

/** The same value with the keys of every object in another order. */
function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, withKeysReversed(member)]),
  );
}

describe('key order', () => {
  test('never matters', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalise(withKeysReversed(value) as Json)).toBe(canonicalise(value as Json));
      }),
    );
  });

  test('is that of UTF-16 code units, as RFC 8785 wants it', () => {
    const text = String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`;
    expect(canonical(text)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  test('is kept for more keys than are sorted in place', () => {
    const keys = Array.from({ length: 100 }, (_, at) => `k${at}`);
    const object = Object.fromEntries(keys.map((key) => [key, 0]));
    const sorted = Object.fromEntries(keys.toSorted().map((key) => [key, 0]));
    expect(canonicalise(object)).toBe(JSON.stringify(sorted));
  });
});

describe('form', () => {
  test('says the same as the text it was read from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(canonical(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('is the same beside a number that is written digit by digit', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const beside = [value as Json, readJson('12345678901234567890') ?? null];
        expect(canonicalise(beside)).toBe(`[${canonicalise(value as Json)},12345678901234567890]`);
      }),
    );
  });

  test.each([
    '{"b":1,"10":2,"9":3}',
    '{"b":1,"__proto__":{"d":1,"c":2},"a":3}',
    '{"":1,"b":2,"a":[{"d":1,"c":2}]}',
  ])('of %s keeps every key in its place', (text) => {
    const beside = canonical(`[${text},12345678901234567890]`);
    expect(`[${canonical(text)},12345678901234567890]`).toBe(beside);
  });

  test('is a fixed point', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const form = canonicalise(value as Json);
        expect(canonical(form)).toBe(form);
      }),
    );
  });

  test.each([
    ['1', '1'],
    ['1.0', '1'],
    ['1e0', '1'],
    ['10e-1', '1'],
    ['-0', '0'],
    ['-0.0e5', '0'],
    ['1E3', '1000'],
    ['1e21', '1e+21'],
    ['100000000000000000000', '100000000000000000000'],
    ['1e-7', '1e-7'],
    ['0.000001', '0.000001'],
    ['4.50', '4.5'],
    ['333333333.33333329', '333333333.33333329'],
    ['333333333.3333333', '333333333.3333333'],
    ['9007199254740993', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['18446744073709551615', '18446744073709551615'],
    ['1234567890123456789012345', '1.234567890123456789012345e+24'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['3.14159265358979323846', '3.14159265358979323846'],
    ['1e400', '1e+400'],
    ['10e399', '1e+400'],
    ['1e-400', '1e-400'],
    ['0e999', '0'],
    ['0.00000000000000000000000', '0'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
  ])('of the number %s is %s', (text, form) => {
    expect(canonical(text)).toBe(form);
    expect(canonical(`[${text}, ${text}]`)).toBe(`[${form},${form}]`);
  });

  test('of a lone surrogate is its escape, so that two of them differ', () => {
    expect(canonical(String.raw`["\ud800","\udc00\ud800x","\ud83d\ude00"]`)).toBe(
      String.raw`["\ud800","\udc00\ud800x","😀"]`,
    );
  });

  test('of a number and of the string that looks like it differ', () => {
    expect(canonical('1')).not.toBe(canonical('"1"'));
  });
});

describe('numbers', () => {
  test('in any notation of the same decimal are one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const plain = canonical(String(number));
        expect(canonical(number.toExponential())).toBe(plain);
        const padded = number
          .toExponential()
          .replace(/^(-?\d)(\.?)(\d*)/, (_, whole, dot, rest) => `${whole}${dot || '.'}${rest}000`);
        expect(canonical(padded)).toBe(plain);
      }),
    );
  });

  test('that differ in any digit stay apart, however long', () => {
    const digits = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(canonical(String(a)) === canonical(String(b))).toBe(a === b);
        expect(canonical(`${a}.25`) === canonical(`${b}.25`)).toBe(a === b);
      }),
    );
  });

  test('that a double holds print as ECMAScript prints them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(canonical(JSON.stringify(number))).toBe(JSON.stringify(number));
      }),
    );
  });
});

describe('nesting 100,000 deep', () => {
  test.each([
    ['arrays', '['.repeat(DEPTH), ']'.repeat(DEPTH)],
    ['objects', '{"a":'.repeat(DEPTH), '}'.repeat(DEPTH)],
  ])('of %s is read and written without overflow', (_, open, close) => {
    expect(canonical(`${open}1${close}`)).toBe(`${open}1${close}`);
    expect(canonical(`${open}12345678901234567890${close}`)).toBe(
      `${open}12345678901234567890${close}`,
    );
  });
});
