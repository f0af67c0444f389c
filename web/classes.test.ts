import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/** Names of a stylesheet that a component asks for and that do not stand in it. */
function missingClasses(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const sheets = [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)];
  return sheets.flatMap(([, name = '', path = '']) => {
    const css = readFileSync(join(dirname(file), path), 'utf8');
    const defined = new Set([...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, own]) => own));
    const used = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))];
    return used.flatMap(([, own = '']) => (defined.has(own) ? [] : [`${file}: ${own}`]));
  });
}

test('every class that a component names stands in its stylesheet', () => {
  const files = globSync('**/*.tsx', {
    cwd: import.meta.dirname,
    exclude: ['node_modules', 'dist'],
  }).map((file) => join(import.meta.dirname, file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
