import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeDirectory } from '@loopscope/sql';

const FILE = 'masking.key';
const KEY_BYTES = 32;

/** The key of this installation: made on the first start, then the same for ever, readable by its owner alone. */
export function loadMaskingKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  const before = readKey(path);
  if (before !== null) return before;
  makeDirectory(dataDir);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
  try {
    // Of two that start at once one gives the file its name, and both read it.
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(path);
  if (key === null) throw new Error(`${path} is not there though it was just written`);
  return key;
}

/** Null where there is none. @throws where the file is no key: another one would tell equal secrets apart. */
function readKey(path: string): Buffer | null {
  try {
    const key = readFileSync(path);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  throw new Error(`${path} is damaged: a key of ${KEY_BYTES} bytes is expected`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
