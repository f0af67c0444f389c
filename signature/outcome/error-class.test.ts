import { expect, test } from 'vitest';

import { isErrorClass } from './error-class.ts';

test.each([
  ['timeout', true],
  ['unknown', true],
  ['', false],
  ['transport', false],
  ['toString', false],
  [undefined, false],
  [['timeout'], false],
])('%j names an error class: %s', (value, expected) => {
  expect(isErrorClass(value)).toBe(expected);
});
