/** Predictions for all recorded runs and report cases, and, where Python is at hand, their score: `node bench/score.ts [SHARED] [OUT]`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { curveTable } from './score/curve.ts';
import { predict, readCases, readRuns } from './score/runs.ts';
import type { Prediction } from './score/runs.ts';

const shared = process.argv[2] ?? join(import.meta.dirname, '../../shared');
const out = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'loopscope-score-'));
mkdirSync(out, { recursive: true });

const casesFile = join(shared, 'score/cases.jsonl');
const dataDir = join(shared, 'data');

const startedMs = performance.now();
const cases = writePredictions(
  'cases.jsonl',
  readCases(casesFile).map((run) => predict(run)),
);
const recorded = await readRuns(dataDir);
const predicted = recorded.map((run) => predict(run));
const runs = writePredictions('runs.jsonl', predicted);
console.log(`predictions in ${out} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
console.log(`\n${curveTable(recorded, new Map(predicted.map(({ id, loops }) => [id, loops])))}`);

const scorer = join(shared, 'score/score.py');
if (existsSync(scorer)) {
  score([scorer, '--cases', casesFile, cases, '--json', join(out, 'cases.score.json')]);
  score([scorer, runs, '--data', dataDir, '--json', join(out, 'runs.score.json')]);
}

function writePredictions(name: string, predictions: readonly Prediction[]): string {
  const file = join(out, name);
  writeFileSync(file, `${predictions.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return file;
}

function score(args: readonly string[]): void {
  const { error, status } = spawnSync('python3', args, { stdio: 'inherit' });
  if (error !== undefined) console.log('python3 is not at hand; the predictions are not scored');
  else if (status !== 0) process.exitCode = 1;
}
