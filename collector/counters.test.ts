import { expect, test } from 'vitest';
import { createCounters } from './counters.ts';

test('a spool that was opened again with more or fewer spans than were counted leaves the equation whole', () => {
  const counters = createCounters();
  counters.accept({ fresh: 10, duplicate: 1, rejected: 1 });
  // Two were committed before their sender could be answered.
  counters.correct(12);
  expect(counters.counts()).toEqual({
    received: 14,
    stored: 0,
    duplicate: 1,
    rejected: 1,
    spooled: 12,
  });
  // A batch was inserted and dropped before that could be said.
  counters.correct(5);
  expect(counters.counts()).toEqual({
    received: 14,
    stored: 7,
    duplicate: 1,
    rejected: 1,
    spooled: 5,
  });
});
