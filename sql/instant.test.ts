import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { fromInstant, toInstant } from './instant.ts';

it('an instant survives the way to text and back', () => {
  const ms = fc.integer({ min: 0, max: Date.UTC(2299, 11, 31) });
  fc.assert(fc.property(ms, (at) => fromInstant(toInstant(at)) === at));
});

it('an instant is the text of DateTime64(3)', () => {
  expect(toInstant(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02 03:04:05.006');
});

it('digits beyond the millisecond and a missing fraction are read', () => {
  expect(fromInstant('2026-01-02 03:04:05.006789')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  expect(fromInstant('2026-01-02 03:04:05')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
});
