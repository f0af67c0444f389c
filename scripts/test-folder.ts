/** Before the tests: where they write. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file system in memory, where the machine has one. */
const MEMORY_DIR = '/dev/shm';
/** A whole run needs less than half of it. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Gives the run a temporary folder of its own and removes it afterwards. It is in memory where there is room: hundreds of
 * stores are made, each waits for its disk at every statement, and no test cuts the power.
 */
export function setup(): () => void {
  const hasMemory = freeBytes(MEMORY_DIR) > NEEDED_BYTES;
  const isRoomy = hasMemory && process.availableMemory() > 2 * NEEDED_BYTES;
  const folder = mkdtempSync(join(isRoomy ? MEMORY_DIR : tmpdir(), 'loopscope-test-'));
  process.env['TMPDIR'] = folder;
  // Over a hundred processes are started, most of them of the same code.
  process.env['NODE_COMPILE_CACHE'] = fileURLToPath(
    new URL('../node_modules/.cache/compiled', import.meta.url),
  );
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
