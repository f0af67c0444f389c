import { expect, test } from 'vitest';
import { remember, told } from './trail.ts';

test('texts are told once each, and cut where they are longer than five hundred characters', () => {
  const [fits, long] = ['x'.repeat(500), 'y'.repeat(501)];
  expect(told([fits, long, fits, 'z'])).toEqual([fits, `${'y'.repeat(500)}…`, 'z']);
});

test('the last five are remembered, none twice and none that is empty', () => {
  const texts: string[] = [];
  for (const text of ['a', 'b', '', 'a', 'c', 'd', 'e', 'f']) remember(texts, text);
  expect(texts).toEqual(['b', 'c', 'd', 'e', 'f']);
});
