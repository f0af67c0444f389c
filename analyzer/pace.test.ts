import { expect, it } from 'vitest';

import { createPace } from './pace.ts';

it('a large session rests after it was resolved, the longer the larger it is', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  pace.note(['small'], 100);
  pace.note(['large', 'beside'], 10_000);
  pace.note(['huge'], 10_000_000);
  expect(pace.isResting(['small'])).toBe(false);
  expect(pace.isResting(['new', 'beside'])).toBe(true);
  nowMs = 1_001;
  expect(pace.isResting(['large'])).toBe(false);
  expect(pace.isResting(['huge'])).toBe(true);
  nowMs = 10_001;
  expect(pace.isResting(['huge'])).toBe(false);
});
