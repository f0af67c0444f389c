import { expect, it } from 'vitest';

import { usualHeight } from './row-heights.ts';

it('the usual height is the most frequent one, whatever a few rows need', () => {
  expect(usualHeight([58.04, 58, 120, 58.02])).toBe(58);
  expect(usualHeight([])).toBeUndefined();
});
