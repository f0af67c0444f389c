import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKnownSpans, spanKey } from './known-spans.ts';

test('what was added lately is known, the rest is not', () => {
  const known = createKnownSpans(1_000);
  for (let key = 1; key <= 10_000; key += 1) {
    expect(known.has(key)).toBe(false);
    known.add(key);
    expect(known.has(key)).toBe(true);
  }
  for (let key = 9_001; key <= 10_000; key += 1) expect(known.has(key)).toBe(true);
  for (let key = 1; key <= 8_000; key += 1) expect(known.has(key)).toBe(false);
});

test('a key added again does not push others out', () => {
  const known = createKnownSpans(2);
  known.add(1);
  for (let time = 0; time < 10; time += 1) known.add(2);
  expect([known.has(1), known.has(2)]).toEqual([true, true]);
});

test('keys are whole, positive and apart, for random ids and for counted ones', () => {
  const keys = new Set<number>();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  for (let number = 0; number < 50_000; number += 1) {
    keys.add(spanKey(traceId, number.toString(16).padStart(16, '0')));
    keys.add(spanKey(number.toString(16).padStart(32, '0'), 'b7ad6b7169203331'));
    keys.add(spanKey(randomBytes(16).toString('hex'), randomBytes(8).toString('hex')));
  }
  expect(keys.size).toBe(150_000);
  for (const key of keys) if (!(Number.isSafeInteger(key) && key > 0)) expect.fail(String(key));
});
