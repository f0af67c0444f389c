import { expect, test } from 'vitest';

import { nearestName } from './nearest.ts';

const KNOWN = ['identity', 'volatile', 'effect', 'exempt', 'result'];

test.each<[typed: string, nearest: string | null]>([
  ['identty', 'identity'],
  ['Volatile', 'volatile'],
  ['efect', 'effect'],
  ['resutl', 'result'],
  ['something', null],
  ['', null],
])('%j is nearest to %j', (typed, nearest) => {
  expect(nearestName(typed, KNOWN)).toBe(nearest);
});
