import { expect, test } from 'vitest';

import { nextVersion } from './version.ts';

test.each([
  ['the first is made of the clock', '0', 7, '7000'],
  ['a later one too', '7000', 8, '8000'],
  ['two within a millisecond follow one another', '7000', 7, '7001'],
  ['one after the clock was set back follows all the same', '9000000', 7, '9000001'],
  ['digits beyond a double are kept', '9007199254740993', 7, '9007199254740994'],
])('%s', (_title, before, nowMs, next) => {
  expect(nextVersion(before, nowMs)).toBe(next);
});
