import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import type { CodeFile } from './code-value.ts';
import { readPython } from './read-python.ts';
import { readScript } from './read-script.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;
const TYPES_ONLY = /\.d\.[cm]?ts$/;
const PYTHON = /\.py$/;
/** What was installed, built or generated, and tests, whose tools nobody runs. */
const SKIPPED_FOLDERS =
  /^(?:\..*|node_modules|dist|build|out|coverage|vendor|venv|env|site-packages|__pycache__|__tests__|__mocks__|tests?|e2e)$/;
const SKIPPED_FILES =
  /\.(?:test|spec|stories)\.[cm]?[jt]sx?$|^(?:test_.*|.*_test|conftest)\.py$|\.min\.js$/;
/** What is longer was generated. */
const MAX_BYTES = 2_000_000;

export function isSource(path: string): boolean {
  return (SCRIPT.test(path) && !TYPES_ONLY.test(path)) || PYTHON.test(path);
}

/** The source files at a path: the file itself, or those of a folder that are the project's own, in order. */
export function sourceFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : sourceFiles(inside);
      const isOwn = entry.isFile() && isSource(entry.name) && !SKIPPED_FILES.test(entry.name);
      return isOwn && statSync(inside).size <= MAX_BYTES ? [inside] : [];
    });
}

export function readSource(path: string): CodeFile {
  const source = readFileSync(path, 'utf8');
  const name = path.split(sep).join(posix.sep);
  return PYTHON.test(path) ? readPython(name, source) : readScript(name, source);
}
