import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and what lies above it; one that is there is left alone. Node's own way never ends where a file system takes
 * no directories and says that there is no such path, as `/proc` does.
 * @throws what is in the way, by its name.
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) makeOne(each);
  if (!statSync(path).isDirectory()) throw new Error(`${path} is no directory`);
}

function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Of two that start at once one makes it.
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    throw new Error(`no directory can be made in ${dirname(path)}`, { cause: error });
  }
}
