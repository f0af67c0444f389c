import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise } from './canonical.ts';
import { fromValue } from './value.ts';

function canonical(value: unknown): string {
  return canonicalise(fromValue(value));
}

test('any value of the language is read without an error', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      expect(() => canonical(value)).not.toThrow();
    }),
  );
});

test('JSON values read as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('values beyond JSON', () => {
  class Money {
    readonly amount = 5;
    get twice(): number {
      return this.amount * 2;
    }
  }
  class Decimal {
    toJSON(): string {
      return '1.50';
    }
  }
  test.each<[string, unknown, string]>([
    ['BigInt', { id: 12345678901234567890n, small: 7n }, '{"id":12345678901234567890,"small":7}'],
    ['Date', [new Date(0), new Date(Number.NaN)], '["1970-01-01T00:00:00.000Z",null]'],
    [
      'undefined, functions and symbols',
      { a: undefined, b: () => 1, c: Symbol('s'), d: 1 },
      '{"d":1}',
    ],
    ['the same in a list', [undefined, () => 1, Symbol('s')], '[null,null,null]'],
    ['NaN and infinities', [Number.NaN, Infinity, -Infinity, -0], '[null,null,null,0]'],
    [
      'Map with text keys',
      new Map([
        ['b', 1],
        ['a', 2],
      ]),
      '{"a":2,"b":1}',
    ],
    ['Map with other keys', new Map([[{ a: 1 }, 2]]), '[[{"a":1},2]]'],
    ['Set', new Set([2, 1]), '[2,1]'],
    ['bytes', new Uint8Array([104, 105]), '"aGk="'],
    ['other typed arrays', new Float64Array([1.5, 2]), '[1.5,2]'],
    ['ArrayBuffer', new Uint8Array([104, 105]).buffer, '"aGk="'],
    ['class instances', new Money(), '{"amount":5}'],
    ['objects with toJSON', { price: new Decimal() }, '{"price":"1.50"}'],
    ['URL', new URL('https://example.com/a'), '"https://example.com/a"'],
    ['Error', new TypeError('no'), '{"message":"no","name":"TypeError"}'],
    ['RegExp', /a/g, '"/a/g"'],
    ['boxed primitives', [Object('a'), Object(1), Object(true)], '["a",1,true]'],
  ])('%s', (_, value, form) => {
    expect(canonical(value)).toBe(form);
  });
});

describe('hostile values', () => {
  test('a cycle becomes a mark, a shared object does not', () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { shared, again: shared };
    cycle['self'] = cycle;
    expect(canonical(cycle)).toBe('{"again":{"a":1},"self":"[Circular]","shared":{"a":1}}');
  });

  test('a getter, toJSON or proxy that throws becomes a mark', () => {
    const getter = {
      good: 1,
      get bad(): never {
        throw new Error('no');
      },
    };
    const json = {
      toJSON(): never {
        throw new Error('no');
      },
    };
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(canonical([getter, json, proxy])).toBe(
      '[{"bad":"[Throws]","good":1},"[Throws]","[Throws]"]',
    );
  });

  test('objects that share without end are cut', () => {
    let value: unknown = 1;
    for (let level = 0; level < 64; level += 1) value = [value, value];
    expect(canonical(value).length).toBeLessThan(5_000_000);
  });

  test('a getter that makes ever new objects is cut', () => {
    const endless = (): object => ({
      get next(): object {
        return endless();
      },
    });
    expect(canonical(endless()).length).toBeLessThan(5_000_000);
  });

  test('nesting 100,000 deep is no overflow', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) value = { a: value };
    expect(canonical(value).length).toBe(600_001);
  });

  test('a sparse list of four thousand million places is cut', () => {
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(canonical(sparse).length).toBeLessThan(5_000_000);
  });
});
