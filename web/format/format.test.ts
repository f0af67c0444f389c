import { describe, expect, test } from 'vitest';

import { formatAgo, formatDuration } from './duration.ts';
import {
  formatAttempts,
  formatBytes,
  formatMoney,
  formatPercent,
  formatPointsChange,
  formatRatio,
  formatShort,
} from './number.ts';

describe('durations', () => {
  test.each([
    [0, '0 ms'],
    [0.42, '0.4 ms'],
    [92, '92 ms'],
    [999.7, '1 s'],
    [2300, '2.3 s'],
    [96_000, '96 s'],
    [422_000, '7 min 2 s'],
    [3_599_900, '1 h'],
    [11_040_000, '3 h 4 min'],
    [183_600_000, '2 d 3 h'],
  ])('%d ms reads %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test.each([
    [2, 'just now'],
    [42, '42 s ago'],
    [185, '3 min ago'],
    [3700, '1 h ago'],
    [200_000, '2 d ago'],
    [-60, 'just now'],
  ])('%d seconds before now reads %s', (seconds, text) => {
    expect(formatAgo(1e12 - seconds * 1000, 1e12)).toBe(text);
  });
});

describe('numbers', () => {
  test.each([
    [null, '–'],
    [0, '0 %'],
    [0.00374, '0.37 %'],
    [0.062, '6.2 %'],
    [0.413, '41 %'],
    [0.000001, '<0.01 %'],
  ])('the share %s reads %s', (share, text) => {
    expect(formatPercent(share)).toBe(text);
  });

  test('a change of shares carries its sign, and none is said', () => {
    expect(formatPointsChange(0.062, 0.013)).toBe('+4.9');
    expect(formatPointsChange(0.41, 0.74)).toBe('−33');
    expect(formatPointsChange(0.2, 0.2)).toBe('±0');
  });

  test.each([
    [null, '–'],
    [0, '$0'],
    [0.31, '$0.31'],
    [0.0042, '$0.0042'],
    [0.00001, '<$0.0001'],
    [12.5, '$12.50'],
  ])('%s USD reads %s', (usd, text) => {
    expect(formatMoney(usd)).toBe(text);
  });

  test('attempts stay whole where they are whole', () => {
    expect([formatAttempts(14), formatAttempts(1.5), formatAttempts(null)]).toEqual([
      '14',
      '1.5',
      '–',
    ]);
  });

  test('ratios keep two digits and large numbers lose theirs', () => {
    expect(formatRatio(0.025)).toBe('0.03');
    expect(formatRatio(null)).toBe('–');
    expect(formatShort(754_350_000)).toBe('754.4M');
  });
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [2_147_483_648, '2.1 GB'],
  [5e15, '5000 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
