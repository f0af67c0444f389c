import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { missingTests, renderReliability, ROWS } from './reliability.ts';

const root = new URL('..', import.meta.url);
const page = new URL('docs/reliability.md', root);

test('every fault has a promise and tests that are there', () => {
  expect(ROWS.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(missingTests(root)).toEqual([]);
});

test('docs/reliability.md says what the table says', () => {
  if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(page, renderReliability());
  expect(readFileSync(page, 'utf8')).toBe(renderReliability());
});
