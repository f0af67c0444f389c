import { describe, expect, test } from 'vitest';

import { isFlapping, isSilencing } from './alert-times.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 2, 2, 22);

describe('a silence', () => {
  const span = { starts_at: '2026-03-02 22:00:00.000', expires_at: '2026-03-30 22:00:00.000' };
  const once = { ...span, repeat: 'none' as const, window_seconds: 0 };
  const nightly = { ...span, repeat: 'daily' as const, window_seconds: 7_200 };
  const weekly = { ...span, repeat: 'weekly' as const, window_seconds: 7_200 };

  test.each([
    ['begins with its first millisecond', once, 0, true],
    ['not before', once, -1, false],
    ['lasts to its end', once, 28 * 24 * HOUR_MS - 1, true],
    ['which is excluded', once, 28 * 24 * HOUR_MS, false],
    ['of every night holds for its window', nightly, 2 * HOUR_MS - 1, true],
    ['not after it', nightly, 2 * HOUR_MS, false],
    ['and again the next night, over midnight', nightly, 25 * HOUR_MS, true],
    ['of every week not in the next night', weekly, 25 * HOUR_MS, false],
    ['but a week later', weekly, (7 * 24 + 1) * HOUR_MS, true],
  ])('%s', (_title, row, afterMs, expected) => {
    expect(isSilencing(row, START_MS + afterMs)).toBe(expected);
  });
});

describe('an alert that began again and again', () => {
  const starts = [0, 10, 20, 30].map((minutes) => String(START_MS + minutes * 60_000));

  test.each([
    ['flaps from the fourth time within an hour on', starts, 30 * 60_000, true],
    ['as long as the first of them is no hour ago', starts, HOUR_MS, true],
    ['not longer', starts, HOUR_MS + 1, false],
    ['not at the third time', starts.slice(1), 30 * 60_000, false],
  ])('%s', (_title, begun, afterMs, expected) => {
    expect(isFlapping(begun, START_MS + afterMs)).toBe(expected);
  });
});
