import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseSearch, stringifySearch } from './search-text.ts';
import { commonSearch, trajectorySearch, turnsSearch } from './search.ts';
import { chooseStep, rangeBefore, resolveRange } from './time-range.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2027-01-10T12:00:00Z');

describe('search text', () => {
  test('reads as a person would type it', () => {
    expect(
      stringifySearch({ agent: ['support', 'coder'], range: '7d', cap: 3, tool: undefined }),
    ).toBe('?agent=support&agent=coder&range=7d&cap=3');
    expect(stringifySearch({ tool: [] })).toBe('');
  });

  test('survives the way there and back, whatever the names hold', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    const search = fc.record(
      {
        range: fc.constantFrom('1h', '24h', '7d', '30d'),
        from: fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((at) => at.toISOString()),
        agent: fc.array(name, { minLength: 1 }),
        tool: fc.array(name, { minLength: 1 }),
        sort: fc.constantFrom('cost', '-started_at'),
        min_attempts: fc.nat(),
        max_ratio: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (state) => {
        expect(turnsSearch.parse(parseSearch(stringifySearch(state)))).toEqual(
          turnsSearch.parse(state),
        );
      }),
    );
  });
});

describe('search of a page', () => {
  test('drops what makes no sense and keeps the rest', () => {
    const parsed = turnsSearch.parse(
      parseSearch('?range=9y&agent=support&sort=-nothing&min_attempts=six&max_ratio=2&unknown=1'),
    );
    expect(parsed).toEqual({ agent: ['support'] });
  });

  test('reads one name and several alike', () => {
    expect(commonSearch.parse(parseSearch('?tool=a'))).toEqual({ tool: ['a'] });
    expect(commonSearch.parse(parseSearch('?tool=a&tool=b'))).toEqual({ tool: ['a', 'b'] });
  });

  test('holds the whole view of a trajectory', () => {
    const search = { step: 12, open: '2,40.3', cap: 3, range: '7d' as const };
    expect(trajectorySearch.parse(parseSearch(stringifySearch(search)))).toEqual(search);
  });
});

describe('time range', () => {
  test('is the last 24 h where nothing is said', () => {
    expect(resolveRange({}, NOW)).toEqual({ fromMs: NOW - 24 * HOUR, toMs: NOW });
  });

  test('is absolute where the URL says so, in either order', () => {
    const from = '2027-01-01T00:00:00Z';
    const to = '2027-01-02T00:00:00Z';
    const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    expect(resolveRange({ from, to, range: '1h' }, NOW)).toEqual(range);
    expect(resolveRange({ from: to, to: from }, NOW)).toEqual(range);
    expect(resolveRange({ to: from }, NOW).fromMs).toBe(Date.parse(from) - 24 * HOUR);
  });

  test('before it has the same length and ends where it starts', () => {
    expect(rangeBefore({ fromMs: 300, toMs: 400 })).toEqual({ fromMs: 200, toMs: 300 });
  });

  test.each([
    [1, 120],
    [24, 3600],
    [7 * 24, 21_600],
    [30 * 24, 86_400],
    [10 * 365 * 24, 86_400],
  ])('of %d h has points of %d s', (hours, step) => {
    expect(chooseStep({ fromMs: 0, toMs: hours * HOUR })).toBe(step);
  });
});
