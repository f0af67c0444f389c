import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lockDataDir, makeDirectory } from '@loopscope/sql';

import { CliError } from './failure.ts';

/** Says that everything beside it was made by a demo and may go. */
const MARKER = 'made-by-demo';
/** Held by the process that uses the directory. */
const LOCK = /^loopscope\.lock/;

/**
 * Makes an empty data directory for a demo. Only what an earlier demo made is wiped: any other directory
 * with something in it is refused, and so is one that a process still uses.
 */
export function prepareDemoDir(directory: string): void {
  const entries = existsSync(directory) ? readdirSync(directory) : [];
  if (entries.length > 0 && !entries.includes(MARKER)) {
    throw new CliError(
      `${directory} holds data that no demo made: name another LOOPSCOPE_DATA_DIR, or leave it unset.`,
    );
  }
  makeDemoDir(directory);
  const unlock = lockDataDir(directory);
  try {
    for (const entry of entries) {
      if (entry !== MARKER && !LOCK.test(entry)) {
        rmSync(join(directory, entry), { recursive: true, force: true });
      }
    }
    writeFileSync(join(directory, MARKER), 'Everything here is wiped when the next demo starts.\n');
  } finally {
    unlock();
  }
}

function makeDemoDir(directory: string): void {
  try {
    makeDirectory(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `The data directory ${directory} cannot be made: ${reason}. Name another LOOPSCOPE_DATA_DIR.`,
      { cause: error },
    );
  }
}
