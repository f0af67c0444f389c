import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeDirectory } from './make-directory.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-make-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('makes all that is missing, and leaves what is there', () => {
  const path = join(folder, 'a', 'b', 'c');
  makeDirectory(path);
  makeDirectory(path);
  expect(existsSync(path)).toBe(true);
});

it('ends where a file system takes no directories', () => {
  if (!existsSync('/proc/self')) return;
  expect(() => makeDirectory('/proc/x')).toThrow('no directory can be made in /proc');
  expect(() => makeDirectory('/proc/x/y/z')).toThrow('no directory can be made in /proc');
});

it('says which file, or link to nowhere, is in the way', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeDirectory(file)).toThrow(`${file} is no directory`);
  expect(() => makeDirectory(join(file, 'x'))).toThrow('ENOTDIR');
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'nowhere'), link);
  expect(() => makeDirectory(link)).toThrow(link);
});
