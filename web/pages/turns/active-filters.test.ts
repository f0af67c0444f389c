import { expect, test } from 'vitest';

import { activeFilters } from './active-filters.ts';

const name = (search: Parameters<typeof activeFilters>[0]) =>
  activeFilters(search, (ms) => new Date(ms).toISOString().slice(0, 10)).map(({ label }) => label);

test('every filter that stands is named', () => {
  expect(name({})).toEqual([]);
  expect(name({ loop: ['noop_write', 'empty'] })).toEqual(['noop write, empty']);
  expect(name({ min_attempts: 7, max_attempts: 14 })).toEqual(['attempts 7 to 14']);
  expect(name({ min_attempts: 5 })).toEqual(['5 or more attempts']);
  expect(name({ min_attempts: 2, max_attempts: 2 })).toEqual(['attempts 2']);
  expect(name({ max_ratio: 0.5 })).toEqual(['distinct ratio 0 to 0.5']);
  expect(name({ stop: ['max_steps'] })).toEqual(['ended: max steps']);
  expect(name({ from: '2027-01-01T00:00:00Z' })).toEqual(['2027-01-01 to …']);
});

test('what a select shows is not said twice', () => {
  expect(name({ min_attempts: 15, loop: ['empty'] })).toEqual([]);
});

test('each filter knows how to go away whole', () => {
  const [attempts] = activeFilters({ min_attempts: 7, max_attempts: 14 }, String);
  expect(attempts?.without).toEqual({ min_attempts: undefined, max_attempts: undefined });
});
