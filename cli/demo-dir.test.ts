import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lockDataDir } from '@loopscope/sql';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { prepareDemoDir } from './demo-dir.ts';
import { CliError } from './failure.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what an earlier demo made is wiped', () => {
  const directory = join(folder, 'new', 'demo');
  prepareDemoDir(directory);
  writeFileSync(join(directory, 'data.bin'), 'x');
  prepareDemoDir(directory);
  expect(existsSync(join(directory, 'data.bin'))).toBe(false);
});

test('a directory that holds anything else is refused and left alone', () => {
  writeFileSync(join(folder, 'precious'), 'x');
  expect(() => prepareDemoDir(folder)).toThrow(/holds data that no demo made/);
  expect(existsSync(join(folder, 'precious'))).toBe(true);
});

test('nothing is wiped under a process that uses it', () => {
  prepareDemoDir(folder);
  writeFileSync(join(folder, 'data.bin'), 'x');
  const unlock = lockDataDir(folder);
  expect(() => prepareDemoDir(folder)).toThrow(/is in use by another Loopscope process/);
  expect(existsSync(join(folder, 'data.bin'))).toBe(true);
  unlock();
});

test('a directory that cannot be made is named in one sentence', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => prepareDemoDir(join(file, 'demo'))).toThrow(CliError);
  expect(() => prepareDemoDir(join(file, 'demo'))).toThrow(/cannot be made: ENOTDIR/);
});
