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

test('forgets the turn that was quiet longest, never the one at work', () => {
  const ledger = new AttemptLedger();
  ledger.count('old', 'a');
  ledger.count('busy', 'a');
  for (let turn = 0; turn < 998; turn += 1) ledger.count(`t${turn}`, 'a');
  expect(ledger.count('busy', 'a')).toBe(2);
  ledger.count('one more', 'a');
  expect(ledger.count('old', 'a')).toBe(1);
  expect(ledger.count('busy', 'a')).toBe(3);
});

test('a turn of endless keys takes bounded memory and counts the latest of them', () => {
  const ledger = new AttemptLedger();
  for (let key = 0; key < 5_000; key += 1) ledger.count('t', `k${key}`);
  expect(ledger.count('t', 'k4999')).toBe(2);
  expect(ledger.count('t', 'k0')).toBe(1);
});
