import { expect, test } from 'vitest';

import { tameWords } from './cut-text.ts';

test('a sentence keeps its verb, however long the name before it', () => {
  const sentence = `${'search_orders_'.repeat(150)} returned [] 40 times for the same customer_id.`;
  expect(tameWords(sentence)).toMatch(/^search_orders_\S{1,60}… returned \[\] 40 times for/);
  expect(tameWords('search_orders returned [] twice.')).toBe('search_orders returned [] twice.');
});
