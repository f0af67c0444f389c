import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { PrintSet } from './print-set.ts';

const numbers = fc.array(fc.oneof(fc.integer(), fc.integer({ min: -3, max: 40 })), {
  maxLength: 200,
});
// 0 and 1 are one print.
const told = (print: number): number => print || 1;

function filled(prints: readonly number[], expected: number): PrintSet {
  const set = new PrintSet(expected);
  for (const print of prints) set.add(print);
  return set;
}

test('a set of prints holds what a Set holds, whatever size it was made for', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.nat(50), (prints, others, expected) => {
      const set = filled(prints, expected);
      const known = new Set(prints.map(told));
      expect(set.size).toBe(known.size);
      for (const print of others) expect(set.has(print)).toBe(known.has(told(print)));
      const shared = [...new Set(others.map(told))].filter((print) => known.has(print)).length;
      expect(set.sharedWith(filled(others, 0))).toBe(shared);
      set.addAll(filled(others, 0));
      expect(set.size).toBe(new Set([...prints, ...others].map(told)).size);
    }),
  );
});

test('what is added says whether it was new', () => {
  const set = new PrintSet();
  expect([set.add(7), set.add(7), set.add(-7)]).toEqual([true, false, true]);
});
