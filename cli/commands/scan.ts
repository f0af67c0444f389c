import { availableParallelism } from 'node:os';
import { statSync } from 'node:fs';

import { loadConfig } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import type { Form } from '../import/detect-form.ts';
import { listFiles } from '../scan/list-files.ts';
import { toPredictions } from '../scan/predictions.ts';
import { toReport } from '../scan/report.ts';
import { toSarif } from '../scan/sarif.ts';
import { scanFiles, type ScanResult } from '../scan/scan-files.ts';
import { VERSION } from '../version.ts';
import { startProgress } from './progress.ts';

export interface ScanCommand {
  form: Form | null;
  output: 'table' | 'json' | 'sarif';
  /** The least severity that counts as found. */
  failOn: 'alert' | 'watch';
}

/** Problems that are printed one by one; the rest is counted. */
const MAX_PRINTED_PROBLEMS = 50;
/** Below this, starting threads takes longer than they save. */
const WORTH_THREADS_BYTES = 2 * 1024 * 1024;

/** `scan`: judges recorded runs, without store and server. Throws a CliError where nothing could be read. */
export async function runScan(paths: readonly string[], command: ScanCommand): Promise<void> {
  const config = loadConfig();
  const size = sizeOf(paths);
  const progress = startProgress('scan {bar} {percentage}%', size);
  let problems = 0;
  const result = await scanFiles(paths, {
    form: command.form,
    threads: size < WORTH_THREADS_BYTES ? 0 : Math.min(availableParallelism(), 8),
    declarations: config.declarations,
    prices: config.prices,
    nowMs: Date.now(),
    onProgress: (bytes) => progress.update(bytes),
    onProblem({ where, why }) {
      problems += 1;
      if (problems <= MAX_PRINTED_PROBLEMS) progress.print(`loopscope: ${where}: ${why}`);
    },
  }).finally(() => progress.stop());
  if (problems > MAX_PRINTED_PROBLEMS) {
    process.stderr.write(`and ${problems - MAX_PRINTED_PROBLEMS} more problems of the kind\n`);
  }
  if (result.runs.length === 0) {
    throw new CliError(
      `No recorded runs in ${paths.join(', ')}: looked for OTLP/JSON, chats and plain runs (docs/import.md)${folderHint(paths)}.`,
    );
  }
  process.stdout.write(render(result, command.output));
  process.exitCode = exitCodeOf(result, command.failOn);
}

function render(result: ScanResult, output: ScanCommand['output']): string {
  if (output === 'json') return toPredictions(result.runs);
  if (output === 'table') return toReport(result);
  const sarif = toSarif(result.runs, { version: VERSION, cwd: process.cwd() });
  return `${JSON.stringify(sarif, null, 2)}\n`;
}

/** Nobody can say that nothing loops in a file that was named and could not be read. */
function exitCodeOf({ runs, unread }: ScanResult, failOn: ScanCommand['failOn']): number {
  const isFound = runs.some((run) =>
    run.loops.some(({ severity }) => failOn === 'watch' || severity === 'alert'),
  );
  if (isFound) return EXIT.found;
  return unread > 0 ? EXIT.couldNotRun : EXIT.clean;
}

/** Of what can be read; standard input has no size. */
function sizeOf(paths: readonly string[]): number {
  return listFiles(paths)
    .map(({ path }) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

function folderHint(paths: readonly string[]): string {
  const isFolder = paths.some((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  return isFolder ? '; in folders in *.json, *.jsonl, *.ndjson and *.traj, gzipped or not' : '';
}
