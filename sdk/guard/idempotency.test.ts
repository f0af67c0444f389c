import { expect, test } from 'vitest';
import { idempotencyKeyOf, withKey } from './idempotency.ts';

const INTENT = { sessionId: 's', intent: 'refund', tool: 'pay', identity: 'aaaaaaaaaaaaaaaa' };

test('a key is the same for the same deed, and another for every part that differs', () => {
  const others = [
    { sessionId: 't' },
    { intent: 'charge' },
    { tool: 'refund' },
    { identity: 'bbbbbbbbbbbbbbbb' },
  ].map((part) => idempotencyKeyOf({ ...INTENT, ...part }));
  const keys = new Set([idempotencyKeyOf(INTENT), ...others]);
  expect(keys.size).toBe(5);
  expect(idempotencyKeyOf({ ...INTENT })).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toContain(idempotencyKeyOf({ ...INTENT }));
});

test('there is none where the arguments could not be read', () => {
  expect(idempotencyKeyOf({ ...INTENT, identity: null })).toBeNull();
});

const DECLARED = { idempotency: { argument: 'request_key' } } as const;

test.each<[string, unknown, string | null, Parameters<typeof withKey>[2], unknown]>([
  [
    'stands where the declaration names a place',
    { a: 1 },
    'k',
    DECLARED,
    { a: 1, request_key: 'k' },
  ],
  [
    'overrides what the model wrote there',
    { request_key: 'm' },
    'k',
    DECLARED,
    { request_key: 'k' },
  ],
  ['is left out where no place is named', { a: 1 }, 'k', { idempotency: 'key' }, { a: 1 }],
  ['is left out where nothing is declared', { a: 1 }, 'k', undefined, { a: 1 }],
  ['is left out where there is none', { a: 1 }, null, DECLARED, { a: 1 }],
  ['is left out of a list', [1], 'k', DECLARED, [1]],
  ['is left out of a text', '{"a":1}', 'k', DECLARED, '{"a":1}'],
  ['is left out of null', null, 'k', DECLARED, null],
])('a key among the arguments %s', (...given) => {
  const [, args, key, declaration, expected] = given;
  expect(withKey(args, key, declaration)).toEqual(expected);
});
