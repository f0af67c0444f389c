import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import type { ToolDeclaration } from './declaration.ts';
import { signCall } from './sign.ts';

const DECLARED: ToolDeclaration = { identity: ['customer_id', 'order_id'] };

function signature(raw: unknown, declaration?: ToolDeclaration): string | null {
  return signCall('tool', readArguments(raw), declaration).signature;
}

function identity(raw: unknown, declaration: ToolDeclaration = DECLARED): string | null {
  return signCall('tool', readArguments(raw), declaration).identity;
}

describe('a signature', () => {
  test('is 16 hex characters', () => {
    expect(signature('{"a":1}')).toMatch(/^[0-9a-f]{16}$/);
  });

  test('does not depend on key order', () => {
    expect(signature('{"a":1,"b":2}')).toBe(signature('{ "b": 2, "a": 1 }'));
  });

  test('belongs to the tool', () => {
    const args = readArguments('{"a":1}');
    expect(signCall('one', args).signature).not.toBe(signCall('two', args).signature);
  });

  test.each([
    ['1 and 1.0', '{"a":1}', '{"a":1.0}'],
    ['JSON and JSON encoded twice', '{"a":[1]}', JSON.stringify('{"a":[1]}')],
    ['JSON and JSON encoded three times', '{"a":[1]}', JSON.stringify(JSON.stringify('{"a":[1]}'))],
    ['JSON and a Python repr', '{"a":[true,null,"x"]}', "{'a': [True, None, 'x']}"],
    ['text and the JSON string of it', 'plain text', '"plain text"'],
    ['JSON text and the value itself', '{"a":{"b":[1,"x",null]}}', { a: { b: [1, 'x', null] } }],
    [
      'a long integer as JSON and as BigInt',
      '{"id":12345678901234567890}',
      { id: 12345678901234567890n },
    ],
    ['equal keys and the last of them', '{"a":1,"a":2}', '{"a":2}'],
    ['JSON with and without white space around it', ' {"a":1}\n', '{"a":1}'],
  ])('is one for %s', (_, a, b) => {
    expect(signature(a)).toBe(signature(b));
  });

  test.each([
    ['"1" and 1', '{"a":"1"}', '{"a":1}'],
    ['null and absent', '{"a":null}', '{}'],
    ['ids beyond 2^53', '{"id":9007199254740992}', '{"id":9007199254740993}'],
    ['long decimals', '{"x":0.12345678901234567891}', '{"x":0.12345678901234567892}'],
    ['lone surrogates', String.raw`{"a":"\ud800"}`, String.raw`{"a":"\ud801"}`],
    ['lists in another order', '[1,2]', '[2,1]'],
    ['a JSON text inside and the value it holds', '{"a":"[1]"}', '{"a":[1]}'],
    ['texts', 'find boots', 'find  boots'],
    ['keys named __proto__', '{"__proto__":1}', '{"__proto__":2}'],
    ['no arguments and null', '{}', 'null'],
  ])('tells apart %s', (_, a, b) => {
    expect(signature(a)).not.toBe(signature(b));
  });

  test('leaves out volatile fields, at the top, inside and in every item of a list', () => {
    const declaration = { volatile: ['request_id', 'meta.sent_at', 'items.nonce'] };
    const one =
      '{"a":1,"request_id":"x","meta":{"sent_at":1,"lang":"en"},"items":[{"sku":1,"nonce":5}]}';
    const two =
      '{"a":1,"request_id":"y","meta":{"sent_at":2,"lang":"en"},"items":[{"sku":1,"nonce":6}]}';
    const other =
      '{"a":1,"request_id":"y","meta":{"sent_at":2,"lang":"de"},"items":[{"sku":1,"nonce":6}]}';
    expect(signature(one, declaration)).toBe(signature(two, declaration));
    expect(signature(one, declaration)).not.toBe(signature(other, declaration));
    expect(signature(one)).not.toBe(signature(two));
  });

  test('of a list nested 100,000 deep needs no stack, whatever is declared', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(signature(deep, { volatile: ['a.b'], identity: ['c.d'] })).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('an identity', () => {
  const ticket = (fields: object): string =>
    JSON.stringify({ customer_id: 'c_1', order_id: '2', ...fields });

  test('is that of the declared fields, whatever the others say', () => {
    const one = signCall('tool', readArguments(ticket({ summary: 'one' })), DECLARED);
    const two = signCall('tool', readArguments(ticket({ summary: 'two' })), DECLARED);
    expect(one.identity).toBe(two.identity);
    expect(one.signature).not.toBe(two.signature);
    expect(one.identityFields).toEqual(['customer_id', 'order_id']);
  });

  test('does not depend on the order in which the fields are declared', () => {
    const args = ticket({});
    expect(identity(args, { identity: ['order_id', 'customer_id'] })).toBe(identity(args));
  });

  test('tells a field that is missing from one that is null', () => {
    expect(identity('{"customer_id":"c"}')).not.toBe(
      identity('{"customer_id":"c","order_id":null}'),
    );
    expect(identity('{"customer_id":"c","x":1}')).toBe(identity('{"customer_id":"c","x":2}'));
  });

  test('falls back to all arguments for tools without a declaration', () => {
    const signed = signCall('tool', readArguments(ticket({})));
    expect(signed).toEqual({
      signature: signed.signature,
      identity: signed.signature,
      identityFields: [],
    });
  });

  test.each([
    ['arguments with none of the declared fields', '{"query":"a"}', '{"query":"b"}'],
    ['text', 'refund for a', 'refund for b'],
  ])('falls back to all arguments for %s', (_, a, b) => {
    expect(identity(a)).not.toBe(identity(b));
    expect(signCall('tool', readArguments(a), DECLARED).identityFields).toEqual([]);
  });

  test('reads fields by dotted path, and a key that holds the dots first', () => {
    const declaration = { identity: ['filter.customer.id'] };
    const nested = '{"filter":{"customer":{"id":5},"text":"a"}}';
    expect(identity(nested, declaration)).toBe(
      identity('{"filter":{"customer":{"id":5},"text":"b"}}', declaration),
    );
    expect(identity(nested, declaration)).toBe(
      identity('{"filter.customer.id":5,"x":1}', declaration),
    );
    expect(identity(nested, declaration)).not.toBe(
      identity('{"filter":{"customer":{"id":6},"text":"a"}}', declaration),
    );
  });

  test('reads a field of every item of a list', () => {
    const declaration = { identity: ['items.sku'] };
    expect(identity('{"items":[{"sku":1,"n":1},{"sku":2}]}', declaration)).toBe(
      identity('{"items":[{"sku":1,"n":9},{"sku":2}]}', declaration),
    );
  });

  test.each(['__proto__', 'constructor', 'toString', 'a.__proto__.b'])(
    'of the field %s comes from own members only',
    (field) => {
      const signed = signCall('tool', readArguments('{"a":{}}'), { identity: [field] });
      expect(signed.identityFields).toEqual([]);
      expect(identity(`{"a":1,"__proto__":2}`, { identity: ['__proto__'] })).not.toBe(
        identity(`{"a":1,"__proto__":3}`, { identity: ['__proto__'] }),
      );
    },
  );
});

describe('unknown arguments', () => {
  test.each([[undefined], [null], [''], ['__REDACTED__'], ['<REDACTED>'], ['[REDACTED]'], ['***']])(
    '%j have no signature and no identity',
    (raw) => {
      expect(signCall('tool', readArguments(raw), DECLARED)).toEqual({
        signature: null,
        identity: null,
        identityFields: [],
      });
    },
  );
});

test('any text is signed, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      expect(signature(text)).toBe(signature(text));
    }),
  );
});

describe.skipIf(!existsSync(new URL('../../shared/seeds/', import.meta.url)))(
  'the first seed (needs ../shared)',
  () => {
    test('three create_ticket calls have three byte hashes and one identity', () => {
      const folder = new URL('../../shared/seeds/', import.meta.url);
      const file = readdirSync(folder).find((name) => name.startsWith('000_')) ?? '';
      const text = readFileSync(new URL(file, folder), 'utf8');
      const list = text.slice(text.indexOf('\n[\n'), text.indexOf('\n]\n') + 2);
      const calls = JSON.parse(list) as { tool: string; args: object }[];
      expect(calls).toHaveLength(3);
      const bytes = calls.map(({ args }) =>
        createHash('sha256').update(JSON.stringify(args)).digest('hex'),
      );
      const signed = calls.map(({ tool, args }) => signCall(tool, readArguments(args), DECLARED));
      expect(new Set(bytes).size).toBe(3);
      expect(new Set(signed.map((call) => call.signature)).size).toBe(3);
      expect(new Set(signed.map((call) => call.identity)).size).toBe(1);
    });
  },
);
