/** `scan` of recorded runs, beside parsing them: `node bench/scan.ts [SHARED] [THREADS]`. Says too how many verdicts are those of bench/score. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { scanFiles, toPredictions } from '@loopscope/cli';

import { predict, readRuns } from './score/runs.ts';

const shared = process.argv[2] ?? join(import.meta.dirname, '../../shared');
const threads = Number(process.argv[3] ?? availableParallelism());
const dataDir = join(shared, 'data');

const parseStartedMs = performance.now();
const recorded = await readRuns(dataDir);
const parseMs = performance.now() - parseStartedMs;

const startedMs = performance.now();
const { runs, files } = await scanFiles([dataDir], {
  form: null,
  threads,
  declarations: new Map(),
  prices: new Map(),
  nowMs: Date.now(),
  onProblem: () => {},
});
const scanMs = performance.now() - startedMs;
const calls = runs.reduce((sum, run) => sum + run.calls, 0);
console.log(
  `scan: ${files} files, ${runs.length} runs, ${calls} calls in ${(scanMs / 1000).toFixed(1)} s with ${threads} threads, ` +
    `${(scanMs / parseMs).toFixed(1)} x reading and parsing the runs alone on one (${(parseMs / 1000).toFixed(1)} s)`,
);

const byId = new Map(runs.map((run) => [run.id, run]));
const alike = recorded.filter((run) => {
  const scanned = byId.get(run.id);
  return scanned !== undefined && toPredictions([scanned]) === `${JSON.stringify(predict(run))}\n`;
});
console.log(`${alike.length} of ${recorded.length} runs judged as by bench/score`);
