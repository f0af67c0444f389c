import { expect, test } from 'vitest';

import { toggleSort } from './sort.ts';

test('a column descends first, then ascends, and takes over from another', () => {
  expect(toggleSort('-cost', 'calls')).toBe('-calls');
  expect(toggleSort('-calls', 'calls')).toBe('calls');
  expect(toggleSort('calls', 'calls')).toBe('-calls');
});
