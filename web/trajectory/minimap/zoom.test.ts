import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseZoom, showMoment, wholeRun, writeZoom, zoomBy } from './zoom.ts';

describe('the zoom of the timeline', () => {
  test('stands in the URL only where it narrows', () => {
    expect(writeZoom(wholeRun(96_000), 96_000)).toBeUndefined();
    expect(writeZoom({ fromMs: 1000.4, toMs: 2000.2 }, 96_000)).toBe('1000-2001');
    expect(parseZoom('1000-2001', 96_000)).toEqual({ fromMs: 1000, toMs: 2001 });
  });

  test.each([undefined, '', '5', '9-3', 'a-b', '-5-9'])('%j is the whole run', (text) => {
    expect(parseZoom(text, 96_000)).toEqual(wholeRun(96_000));
  });

  test('narrows around the moment that is looked at and widens to the whole run again', () => {
    const near = zoomBy(wholeRun(1000), { factor: 2, atMs: 100, totalMs: 1000 });
    expect(near).toEqual({ fromMs: 0, toMs: 500 });
    expect(zoomBy(near, { factor: 0.1, atMs: 100, totalMs: 1000 })).toEqual(wholeRun(1000));
  });

  test('moves to a moment outside of it and keeps its length', () => {
    expect(showMoment({ fromMs: 0, toMs: 100 }, 950, 1000)).toEqual({ fromMs: 900, toMs: 1000 });
    expect(showMoment({ fromMs: 0, toMs: 100 }, 50, 1000)).toEqual({ fromMs: 0, toMs: 100 });
  });

  test('never leaves the run', () => {
    const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(ms, ms, fc.double({ min: 0.1, max: 10, noNaN: true }), (atMs, end, factor) => {
        const totalMs = end + 1;
        const zoomed = zoomBy(wholeRun(totalMs), { factor, atMs, totalMs });
        expect(zoomed.fromMs).toBeGreaterThanOrEqual(0);
        expect(zoomed.toMs).toBeLessThanOrEqual(totalMs);
        expect(zoomed.toMs).toBeGreaterThan(zoomed.fromMs);
      }),
    );
  });
});
