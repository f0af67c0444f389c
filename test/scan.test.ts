import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { scanFiles, toPredictions } from '@loopscope/cli';
import { describe, expect, it } from 'vitest';

import { predict, readCases } from '../bench/score/runs.ts';
import { sharedFolder } from './shared-data.ts';

const cases = join(sharedFolder, 'score/cases.jsonl');

describe.skipIf(!existsSync(cases))('scan of the report cases (needs ../shared)', () => {
  it('says of each what the detectors say of its calls directly', { timeout: 60_000 }, async () => {
    const { runs } = await scanFiles([cases], {
      form: null,
      threads: 0,
      declarations: new Map(),
      prices: new Map(),
      nowMs: Date.UTC(2026, 10, 30),
      onProblem: ({ where, why }) => expect.fail(`${where}: ${why}`),
    });
    const wanted = readCases(cases).map((each) => `${JSON.stringify(predict(each))}\n`);
    expect(toPredictions(runs)).toBe(wanted.join(''));
  });
});
