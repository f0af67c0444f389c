import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import type { z } from 'zod';

import { ENVIRONMENT } from './environment.ts';
import { configFile } from './file-schema.ts';
import { knownKeys } from './known-keys.ts';

const DOCUMENT = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

/** First and second cell of every table row whose first cell is one name in backticks. */
const ROWS = new Map(
  [...DOCUMENT.matchAll(/^\| `([\w.]+)` \| ([^|]*) \|/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('`', ''),
  ]),
);

test('every variable is documented with its default, and no other', () => {
  const documented = [...ROWS.keys()].filter((name) => name.startsWith('LOOPSCOPE_'));
  expect(documented).toEqual(Object.keys(ENVIRONMENT));
  for (const [name, schema] of Object.entries(ENVIRONMENT)) {
    if (name === 'LOOPSCOPE_CONFIG') continue;
    const value = schema.parse(undefined);
    const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
    expect([name, ROWS.get(name)]).toEqual([name, isNone ? 'none' : String(value)]);
  }
});

test('every key of the file is documented, and no other', () => {
  const documented = [...ROWS.keys()].filter((name) => !name.startsWith('LOOPSCOPE_'));
  expect(documented.toSorted()).toEqual(leavesOf(configFile, []).toSorted());
});

/** Dotted paths of all keys below a path; NAME and N stand for any name and any position. */
function leavesOf(schema: z.ZodType, path: readonly string[]): string[] {
  const below = [...knownKeys(schema, path), ...anyOf(schema, path)];
  const isAlsoValue = /^ceilings\.\w+$/.test(path.join('.'));
  const leaves = below.flatMap((key) => leavesOf(schema, [...path, key]));
  return below.length === 0 || isAlsoValue ? [path.join('.'), ...leaves] : leaves;
}

/** The placeholder for a key that is free to choose, where the schema has children below it. */
function anyOf(schema: z.ZodType, path: readonly string[]): string[] {
  if (knownKeys(schema, path).length > 0) return [];
  return ['NAME', 'N'].filter(
    (key) =>
      ['tools', 'prices'].includes(path.join('.')) === (key === 'NAME') &&
      knownKeys(schema, [...path, key]).length > 0,
  );
}
