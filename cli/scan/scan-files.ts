import { stdin } from 'node:process';
import type { Readable } from 'node:stream';

import type { Form } from '../import/detect-form.ts';
import { listFiles, type Listed } from './list-files.ts';
import { createPool, type Pool } from './pool.ts';
import { createOpen, readBatches } from './read-batches.ts';
import type { Batch, BatchContext } from './scan-batch.ts';
import type { Problem, ScannedRun } from './scanned-run.ts';

export interface ScanOptions extends BatchContext {
  /** Null: each file's first record decides. */
  form: Form | null;
  /** Threads beside this one; 0 does all the work here. */
  threads: number;
  standardInput?: Readable;
  onProblem: (problem: Problem) => void;
  onProgress?: (bytes: number) => void;
}

export interface ScanResult {
  /** In the order in which they were read; recorded telemetry first. */
  runs: ScannedRun[];
  files: number;
  /** Named by the user and not readable at all. */
  unread: number;
  /** Found in a folder, and no runs in them. */
  foreign: number;
  /** Records that could not be read. */
  skipped: number;
}

/** Files and folders -> their runs, judged. What cannot be read is named, and the rest goes on. */
export async function scanFiles(
  paths: readonly string[],
  options: ScanOptions,
): Promise<ScanResult> {
  const files = listFiles(paths);
  const { declarations, prices, nowMs } = options;
  const pool = createPool(options.threads, { declarations, prices, nowMs });
  try {
    return await scanAll(files, pool, options);
  } finally {
    await pool.close();
  }
}

/** More than these are not read ahead of the threads. */
const READ_AHEAD = 4;

async function scanAll(
  files: readonly Listed[],
  pool: Pool,
  options: ScanOptions,
): Promise<ScanResult> {
  const result: ScanResult = { runs: [], files: files.length, unread: 0, foreign: 0, skipped: 0 };
  const tell = (problem: Problem): void => {
    result.skipped += 1;
    options.onProblem(problem);
  };
  const batches = readBatches(files, createOpen(options.standardInput ?? stdin), {
    form: options.form,
    onUnread({ path, isNamed }, why) {
      if (isNamed) result.unread += 1;
      else result.foreign += 1;
      if (why !== '') options.onProblem({ where: path, why });
    },
    onProgress: options.onProgress ?? (() => {}),
  });
  const places: ScannedRun[][] = [];
  const open = new Set<Promise<void>>();
  const judge = async (batch: Batch, place: number): Promise<void> => {
    const { runs, problems } = await pool.scan(batch);
    places[place] = runs;
    for (const problem of problems) tell(problem);
  };
  for await (const batch of batches) {
    const work = judge(batch, places.push([]) - 1);
    open.add(work);
    // A failure is thrown where it is waited for.
    work.then(
      () => open.delete(work),
      () => {},
    );
    if (open.size >= options.threads + READ_AHEAD) await Promise.race(open);
  }
  await Promise.all(open);
  result.runs = withoutDoubles(places.flat(), tell);
  return result;
}

/** Of several runs with one id the first counts: the others would be taken for it. */
function withoutDoubles(
  runs: readonly ScannedRun[],
  tell: (problem: Problem) => void,
): ScannedRun[] {
  const seen = new Map<string, ScannedRun>();
  for (const run of runs) {
    const earlier = seen.get(run.id);
    if (earlier === undefined) seen.set(run.id, run);
    else {
      const { file, line } = earlier.origin;
      tell({
        where: `${run.origin.file}:${run.origin.line}`,
        why: `run ${run.id} was already read at ${file}:${line}`,
      });
    }
  }
  return [...seen.values()];
}
