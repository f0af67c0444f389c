import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  IN_LETTERS,
  overlap,
  overlapAtMost,
  plainPrint,
  sketchWords,
  subjectPrint,
  wordPrints,
} from './prints.ts';
import { veil } from './veil.ts';

const WORDS = [
  'one',
  'Zwei',
  'trois',
  '四五',
  'пять',
  'six_6',
  '7',
  '🙂',
  '𝒜𝒷',
  '𝒜𝒷c',
  'É',
  '—',
  '\n',
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));

function wordsOf(told: string): Set<string> {
  return new Set(told.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
}

function shareOf(a: string, b: string): number {
  const all = new Set([...wordsOf(a), ...wordsOf(b)]).size;
  const shared = [...wordsOf(a)].filter((word) => wordsOf(b).has(word)).length;
  return all === 0 ? 1 : shared / all;
}

test('texts share as many words as their numbers say, and no more than a sketch of them says', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const share = shareOf(a, b);
      expect(overlap(wordPrints(a), wordPrints(b))).toBeCloseTo(share, 9);
      expect(overlapAtMost(wordPrints(a), wordPrints(b))).toBeGreaterThanOrEqual(share - 1e-9);
      expect(sketchWords(a).overlapAtMost(sketchWords(b))).toBeGreaterThanOrEqual(share - 1e-9);
    }),
  );
});

test('there is one number for each word, and it tells words in letters from others', () => {
  fc.assert(
    fc.property(text, (told) => {
      const words = [...wordsOf(told)];
      const prints = wordPrints(told);
      expect(prints.size).toBe(words.length);
      const inLetters = words.filter((word) => /^\p{L}{3,}$/u.test(word));
      expect(prints.countBeside(wordPrints(''), IN_LETTERS)).toBe(inLetters.length);
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
