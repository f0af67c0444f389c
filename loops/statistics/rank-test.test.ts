import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { rankTest, type AttemptBins } from './rank-test.ts';
import { shareTest } from './share-test.ts';

const bins = (turns: Record<number, number>): AttemptBins =>
  Object.entries(turns).map(([attempts, count]) => ({ attempts: Number(attempts), turns: count }));

const anyBins = fc
  .dictionary(fc.constantFrom('1', '2', '3', '14'), fc.integer({ min: 1, max: 30 }), { minKeys: 1 })
  .map((turns) => bins(turns));

describe('max attempts before and after', () => {
  test('that are the same differ by nothing', () => {
    expect(rankTest(bins({ 1: 30, 2: 3 }), bins({ 1: 30, 2: 3 }))).toMatchObject({
      method: 'exact',
      pValue: 1,
      superiority: 0.5,
      cliffsDelta: 0,
    });
  });

  test('give the p-value of the permutations: 3 and 3 turns apart are 1 in 10', () => {
    const apart = rankTest(bins({ 1: 3 }), bins({ 2: 3 }));
    expect(apart.pValue).toBeCloseTo(0.1, 12);
    expect(apart.superiority).toBe(1);
    expect(rankTest(bins({ 1: 2, 2: 1 }), bins({ 2: 1, 3: 2 })).pValue).toBeCloseTo(0.2, 12);
  });

  test('show a tail of one turn in a hundred once there are enough turns, and not before', () => {
    const p = (thousands: number) =>
      rankTest(bins({ 1: 1000 * thousands }), bins({ 1: 990 * thousands, 14: 10 * thousands }))
        .pValue!;
    expect(rankTest(bins({ 1: 100 }), bins({ 1: 99, 14: 1 })).pValue).toBeGreaterThan(0.05);
    expect(p(1)).toBeLessThan(0.01);
    expect(p(3)).toBeLessThan(p(1));
  });

  test('cannot be compared where there are none', () => {
    expect(rankTest([], bins({ 1: 5 }))).toMatchObject({ pValue: null, superiority: null });
  });

  test('the exact and the normal form agree where they meet', () => {
    const times = (turns: Record<number, number>, factor: number) =>
      bins(Object.fromEntries(Object.entries(turns).map(([key, count]) => [key, count * factor])));
    const [before, after] = [
      { 1: 32, 2: 6, 3: 2 },
      { 1: 26, 2: 9, 3: 5 },
    ];
    const exact = rankTest(times(before, 1), times(after, 1));
    const normal = rankTest(bins({ ...before, 1: 33 }), bins(after));
    expect([exact.method, normal.method]).toEqual(['exact', 'normal']);
    expect(Math.abs(exact.pValue! - normal.pValue!)).toBeLessThan(0.05);
  });

  test('are as far apart in both directions', () => {
    fc.assert(
      fc.property(anyBins, anyBins, (a, b) => {
        const there = rankTest(a, b);
        const back = rankTest(b, a);
        expect(there.pValue).toBeCloseTo(back.pValue!, 9);
        expect(there.pValue).toBeGreaterThanOrEqual(0);
        expect(there.cliffsDelta).toBeCloseTo(-back.cliffsDelta!, 9);
      }),
    );
  });
});

describe('shares of turns', () => {
  test('that differ give the p-value of the tea tasting', () => {
    expect(shareTest({ hits: 3, of: 4 }, { hits: 1, of: 4 })).toBeCloseTo(34 / 70, 9);
    expect(shareTest({ hits: 4, of: 4 }, { hits: 0, of: 4 })).toBeCloseTo(2 / 70, 9);
  });

  test('of large numbers are told apart, empty ones never', () => {
    expect(shareTest({ hits: 10, of: 100_000 }, { hits: 60, of: 100_000 })).toBeLessThan(1e-6);
    expect(shareTest({ hits: 0, of: 0 }, { hits: 3, of: 4 })).toBe(1);
    expect(shareTest({ hits: 0, of: 9 }, { hits: 0, of: 4 })).toBe(1);
  });
});
