import { expect, test } from 'vitest';

import { isInForce } from './last-day.ts';

test.each([
  ['2027-06-29T12:00:00.000Z', true],
  ['2027-06-30T00:00:00.000Z', true],
  ['2027-06-30T23:59:59.999Z', true],
  ['2027-07-01T00:00:00.000Z', false],
  ['2028-06-30T00:00:00.000Z', false],
])('what lasts until 2027-06-30 counts at %s: %s', (now, expected) => {
  expect(isInForce('2027-06-30', Date.parse(now))).toBe(expected);
});

test.each(['', 'soon', '2027-13-40'])('"%s" is no day, and nothing lasts until it', (day) => {
  expect(isInForce(day, 0)).toBe(false);
});
