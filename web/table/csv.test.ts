import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { toCsv, toCsvCell } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'])(
  '%j is text, no formula',
  (text) => {
    expect(toCsvCell(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('numbers stay numbers, lists are words, nothing is nothing', () => {
  expect([-1, 0.5, true, ['a', 'b'], null, undefined].map(toCsvCell)).toEqual([
    '-1',
    '0.5',
    'true',
    'a b',
    '',
    '',
  ]);
});

test('no text breaks out of its cell', () => {
  const line = (text: string) => toCsv([{ a: text, b: 1 }]).slice('a,b\r\n'.length);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = toCsvCell(text);
      expect(line(text)).toBe(`${cell},1\r\n`);
      const inside = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '') : cell;
      expect(/"/.test(inside)).toBe(false);
      expect(cell.startsWith('"') || !/[,\r\n]/.test(cell)).toBe(true);
    }),
  );
});
