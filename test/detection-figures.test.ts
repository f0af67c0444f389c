import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { reachedRows } from '../bench/score/report.ts';
import type { Scored } from '../bench/score/report.ts';
import { predict, readCases, readRuns } from '../bench/score/runs.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '../shared');
const hasShared = existsSync(join(shared, 'score/cases.jsonl'));
const page = readFileSync(join(root, 'docs/detection.md'), 'utf8');

/** The data sets with labels: small enough to be judged in every run of the suite. */
const SUBSET = ['trail', 'code_agents', 'agentrx'];

describe.skipIf(!hasShared)('figures of docs/detection.md (needs ../shared)', () => {
  let scored: Scored;
  beforeAll(async () => {
    const cases = readCases(join(shared, 'score/cases.jsonl'));
    const runs = await readRuns(join(shared, 'data'), SUBSET);
    const predictions = [...cases, ...runs].map((run) => predict(run));
    scored = { cases, runs, predictions: new Map(predictions.map(({ id, loops }) => [id, loops])) };
  }, 120_000);

  it('are those of the detectors as they are', () => {
    const stale = reachedRows(scored)
      .filter(([what]) => !what?.startsWith('good runs'))
      .filter((cells) => !page.includes(`| ${cells.join(' | ')} |`));
    expect(stale).toEqual([]);
  });
});

describe('docs/detection.md', () => {
  it('has its figures, beside those of the other detectors', () => {
    expect(page).toMatch(/^\| \*\*Loopscope\*\* \| \d/m);
    expect(page).toMatch(/^\| stella \| \d/m);
    expect(page).toMatch(/^\| precision \/ recall \/ F1 \|/m);
  });
});
