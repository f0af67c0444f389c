import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StoreError } from './errors.ts';

const SQLITE_BUSY = 5;

/**
 * Holds the data directory for this process and returns the way to let go; the system lets go when the process dies. The
 * engine has a lock of its own, but tells nobody except stderr why it would not open.
 */
export function lockDataDir(path: string): () => void {
  const lock = new DatabaseSync(join(path, 'loopscope.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    // A file system without locks: the engine's own check has to do.
    if (!isBusy(error)) return () => undefined;
    throw new StoreError(
      { code: 'data_dir_in_use', retryable: false },
      `The data directory ${path} is in use by another Loopscope process; stop that one or choose another directory.`,
      { cause: error },
    );
  }
  return () => lock.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
