import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** Ways around text nodes; all that a page shows may come from a trace. */
const FORBIDDEN =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|srcDoc|\beval\(|new Function\(|javascript:/;

test('text from traces reaches the page as text nodes only', async () => {
  const offences: string[] = [];
  const isForeign = (path: string) => /(^|\/)(node_modules|dist)$/.test(path);
  for await (const path of glob('**/*.{ts,tsx,html,js}', {
    cwd: import.meta.dirname,
    exclude: isForeign,
  })) {
    if (path.endsWith('.test.ts')) continue;
    if (FORBIDDEN.test(readFileSync(join(import.meta.dirname, path), 'utf8'))) offences.push(path);
  }
  expect(offences).toEqual([]);
});

test('the page itself runs no inline script', () => {
  const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.map(([, body]) => body)).toEqual(scripts.map(() => ''));
  expect(html).not.toMatch(/\son[a-z]+=|style=|https?:/);
});
