/**
 * Predictions for all recorded runs and report cases, their figures, and, where Python is at hand, their score by the scorer itself:
 * `node bench/score.ts [--write] [SHARED] [OUT]`. `--write` puts the figures into `docs/detection.md`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report, withReport } from './score/report.ts';
import { predict, readCases, readRuns } from './score/runs.ts';
import type { Prediction } from './score/runs.ts';

const isWriting = process.argv.includes('--write');
const [shared = join(import.meta.dirname, '../../shared'), given] = process.argv
  .slice(2)
  .filter((argument) => argument !== '--write');
const out = given ?? mkdtempSync(join(tmpdir(), 'loopscope-score-'));
mkdirSync(out, { recursive: true });

const casesFile = join(shared, 'score/cases.jsonl');
const dataDir = join(shared, 'data');

const startedMs = performance.now();
const cases = readCases(casesFile);
const runs = await readRuns(dataDir);
const ofCases = cases.map((run) => predict(run));
const ofRuns = runs.map((run) => predict(run));
const casesOut = writePredictions('cases.jsonl', ofCases);
const runsOut = writePredictions('runs.jsonl', ofRuns);
console.log(`predictions in ${out} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`);

const predictions = new Map([...ofCases, ...ofRuns].map(({ id, loops }) => [id, loops]));
const baselines = join(shared, 'score/baselines-dev.md');
const block = report(
  { runs, cases, predictions },
  existsSync(baselines) ? readFileSync(baselines, 'utf8') : null,
);
if (isWriting) {
  const page = join(import.meta.dirname, '../docs/detection.md');
  writeFileSync(page, withReport(readFileSync(page, 'utf8'), block));
} else console.log(block);

const scorer = join(shared, 'score/score.py');
if (existsSync(scorer) && !isWriting) {
  score([scorer, '--cases', casesFile, casesOut, '--json', join(out, 'cases.score.json')]);
  score([scorer, runsOut, '--data', dataDir, '--json', join(out, 'runs.score.json')]);
}

function writePredictions(name: string, lines: readonly Prediction[]): string {
  const file = join(out, name);
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return file;
}

function score(args: readonly string[]): void {
  const { error, status } = spawnSync('python3', args, { stdio: 'inherit' });
  if (error !== undefined) console.log('python3 is not at hand; the predictions are not scored');
  else if (status !== 0) process.exitCode = 1;
}
