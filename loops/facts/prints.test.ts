import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { overlapAtMost, plainPrint, subjectPrint, wordPrints } from './prints.ts';
import { veil } from './veil.ts';
import { overlap, wordsOf } from './words.ts';

const WORDS = ['one', 'Zwei', 'trois', '四五', 'пять', 'six_6', '7', '🙂', 'É', '—', '\n'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));

test('words share no more than their numbers say', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const atMost = overlapAtMost(wordPrints(a), wordPrints(b));
      expect(atMost).toBeGreaterThanOrEqual(Math.min(1, overlap(wordsOf(a), wordsOf(b))) - 1e-9);
    }),
  );
});

test('there is one number for each word', () => {
  fc.assert(
    fc.property(text, (told) => {
      expect(wordPrints(told).size).toBe(wordsOf(told).size);
    }),
  );
});

const PASSING = [
  '2026-03-04T09:12:55Z',
  'Monday, 5 March 2026 10:02:11 GMT',
  '12 seconds ago',
  '3rd attempt',
];
const IDS = [
  '8f14e45f-ceea-467f-a5d2-0a1b2c3d4e5f',
  'deadbeef01',
  'call #7',
  `${'x'.repeat(70)}9Aa`,
];

test('what is the same behind the veil has one number', () => {
  const part = fc.constantFrom(
    ...PASSING,
    ...IDS,
    'the report of',
    'Loading',
    'path/to/file',
    '(done)',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(part, { maxLength: 8 }), (a, b) => {
      const [one, other] = [a.join(' '), b.join(' ')];
      if (veil(one) === veil(other)) expect(plainPrint(one)).toBe(plainPrint(other));
    }),
  );
});

test('what is asked has one number whatever its figures, its order and its spaces', () => {
  const print = subjectPrint('{"path":"src/a.ts","offset":40}');
  expect(subjectPrint('{ "offset": 1.5e3, "path": "src/a.ts" }')).toBe(print);
  expect(subjectPrint('{"path":"src/b.ts","offset":40}')).not.toBe(print);
  expect(subjectPrint('{"path":"src"}')).toBeNull();
});
