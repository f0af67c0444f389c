import type { ScannedRun } from './scanned-run.ts';

/** One JSON object a line, one line for every run: what `--json` prints. */
export function toPredictions(runs: readonly ScannedRun[]): string {
  return runs
    .map(({ id, loops }) => {
      const listed = loops.map(({ kind, calls, severity }) => ({ kind, calls, severity }));
      return `${JSON.stringify({ id, loops: listed })}\n`;
    })
    .join('');
}
