import { expect, test } from 'vitest';
import { AttemptLedger } from './attempts.ts';

test('counts a key within its turn', () => {
  const ledger = new AttemptLedger();
  expect(['a', 'b', 'a', 'a'].map((key) => ledger.count('t1', key))).toEqual([1, 1, 2, 3]);
  expect(ledger.count('t2', 'a')).toBe(1);
});

test('a call without a key repeats nothing', () => {
  const ledger = new AttemptLedger();
  expect([ledger.count('t', ''), ledger.count('t', '')]).toEqual([1, 1]);
});

test('memory is bounded: what was quiet longest is forgotten first, never what is at work', () => {
  const ledger = new AttemptLedger();
  ledger.count('old', 'a');
  for (let key = 0; key < 50_000; key += 1) {
    ledger.count('long', `k${key}`);
    if (key % 10_000 === 0) ledger.count('busy', 'a');
  }
  expect(ledger.count('busy', 'a')).toBe(6);
  expect(ledger.count('long', 'k49999')).toBe(2);
  expect([ledger.count('old', 'a'), ledger.count('long', 'k0')]).toEqual([1, 1]);
});
