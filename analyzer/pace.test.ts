import { expect, it } from 'vitest';

import { createPace } from './pace.ts';

it('a large session rests after it was resolved, the longer the larger it is', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  pace.note(['small'], 100, 1);
  pace.note(['large', 'beside'], 10_000, 1);
  pace.note(['huge'], 10_000_000, 1);
  expect(pace.isResting(['small'])).toBe(false);
  expect(pace.isResting(['new', 'beside'])).toBe(true);
  nowMs = 1_001;
  expect(pace.isResting(['large'])).toBe(false);
  expect(pace.isResting(['huge'])).toBe(true);
  nowMs = 20_001;
  expect(pace.isResting(['huge'])).toBe(false);
});

it('a session that takes long rests four times as long, so that it gets a fifth of the time', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  pace.note(['slow'], 10_000, 2_000);
  nowMs = 7_999;
  expect(pace.isResting(['slow'])).toBe(true);
  nowMs = 8_001;
  expect(pace.isResting(['slow'])).toBe(false);
});
