import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { z } from 'zod';

import type { Log } from '../log.ts';

const run = promisify(execFile);
const BUILDER = fileURLToPath(new URL('build-web-process.ts', import.meta.url));

/**
 * The folder of the built UI, which is built first where its sources have changed; null where that fails:
 * the API works without it.
 */
export async function buildWeb(log: Log, signal: AbortSignal): Promise<string | null> {
  const startedAt = performance.now();
  try {
    const { stdout } = await run(process.execPath, [BUILDER], { signal, maxBuffer: 2 ** 26 });
    const lastLine = stdout.trimEnd().split('\n').at(-1) ?? '';
    const { directory } = z.object({ directory: z.string() }).parse(JSON.parse(lastLine));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (seconds > 2) log('info', 'the UI has been built', { seconds });
    return directory;
  } catch (error) {
    if (signal.aborted) return null;
    log('error', 'the UI could not be built; only the API is served', { reason: reasonOf(error) });
    return null;
  }
}

/** The builder's own words rather than the command line that failed. */
function reasonOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return (stderr === '' ? String(error) : stderr).slice(0, 2000);
}
