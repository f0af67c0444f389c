import { expect, it } from 'vitest';

import { createPace, pauseAfter } from './pace.ts';

it('a session that takes long rests twelve times as long, so that with the store it gets a sixth of the time', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  pace.note(['slow', 'beside'], 10_000, 2_000);
  nowMs = 23_999;
  expect(pace.isResting(['new', 'beside'])).toBe(true);
  nowMs = 24_001;
  expect(pace.isResting(['slow'])).toBe(false);
});

it('a long session rests for a second at the least, a short one never, and none for long', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  pace.note(['quick'], 10_000, 30);
  pace.note(['small'], 100, 5_000);
  pace.note(['huge'], 10_000, 1_000_000);
  expect(pace.isResting(['small'])).toBe(false);
  expect(pace.isResting(['quick'])).toBe(true);
  nowMs = 1_001;
  expect(pace.isResting(['quick'])).toBe(false);
  nowMs = 119_999;
  expect(pace.isResting(['huge'])).toBe(true);
  nowMs = 120_001;
  expect(pace.isResting(['huge'])).toBe(false);
});

it('a clock that is put back an hour prolongs no rest', () => {
  let nowMs = 3_600_000;
  const pace = createPace(() => nowMs);
  pace.note(['slow'], 10_000, 2_000);
  expect(pace.isResting(['slow'])).toBe(true);
  nowMs = 0;
  expect(pace.isResting(['slow'])).toBe(false);
});

it('after a look that had work the next waits for what comes within a second, and no look waits longer', () => {
  expect(pauseAfter(0, 250)).toBe(250);
  expect(pauseAfter(100, 250)).toBe(400);
  expect(pauseAfter(300, 250)).toBe(700);
  expect(pauseAfter(900, 250)).toBe(250);
});
