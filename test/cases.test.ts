import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createRun, detectLoops } from '@loopscope/loops';
import { beforeAll, describe, expect, it } from 'vitest';

import { extraIncidents, isRight, judgeCase } from '../bench/score/judge.ts';
import { callsOf, declarationsOf, predict, readCases, readRuns } from '../bench/score/runs.ts';
import type { Prediction, RecordedRun, ReportCase } from '../bench/score/runs.ts';

const shared = join(import.meta.dirname, '../../shared');
const hasShared = existsSync(join(shared, 'score/cases.jsonl'));

describe.skipIf(!hasShared)('reported loops and honest work (needs ../shared)', () => {
  let judged: { wanted: ReportCase & RecordedRun; loops: Prediction['loops'] }[] = [];
  beforeAll(() => {
    judged = readCases(join(shared, 'score/cases.jsonl')).map((wanted) => ({
      wanted,
      loops: predict(wanted).loops,
    }));
  });

  it('are all judged right, with no false alarm', () => {
    const wrong = judged.flatMap(({ wanted, loops }) => {
      const verdict = judgeCase(wanted, loops);
      return isRight(wanted, verdict) ? [] : [`${wanted.id}: ${verdict}`];
    });
    expect(wrong).toEqual([]);
  });

  it('make one incident each', () => {
    const extra = judged.filter(({ wanted, loops }) => extraIncidents(wanted, loops) > 0);
    expect(extra.map(({ wanted }) => wanted.id)).toEqual([]);
  });

  it('are never alerted on while honest work is still under way', () => {
    const wrong = judged.flatMap(({ wanted }) => {
      if (wanted.want !== 'ok') return [];
      const declarations = declarationsOf(wanted);
      const run = createRun({ declarations });
      for (const call of callsOf(wanted, declarations)) {
        run.push(call);
        if (run.loops().some((loop) => loop.severity === 'alert'))
          return [`${wanted.id} at ${call.seq}`];
      }
      return [];
    });
    expect(wrong).toEqual([]);
  });

  it('are found within a window of 40 calls, but for what is longer', () => {
    const missed = judged.flatMap(({ wanted }) => {
      if (wanted.loop === undefined || wanted.want === 'ok' || wanted.want === 'watch') return [];
      const declarations = declarationsOf(wanted);
      const run = createRun({ declarations, window: 40 });
      for (const call of callsOf(wanted, declarations)) {
        run.push(call);
        if (run.loops().some((loop) => loop.severity === 'alert')) return [];
      }
      return [wanted.id];
    });
    // A file of more parts than the window holds is read to its end and again.
    expect(missed).toEqual(['L43']);
  });

  it('are found by the third call of the loop, those of declared writes by the second', () => {
    const late = judged.flatMap(({ wanted }) => {
      const [first] = wanted.loop ?? [];
      const early = ['exact', 'empty', 'validation', 'transport', 'noop_write', 'interleaved'];
      if (first === undefined || !early.includes(wanted.want)) return [];
      const isWrite = wanted.calls[first]?.effect === 'write';
      const nth = (wanted.loop ?? [])[isWrite ? 1 : 2] ?? wanted.loop?.at(-1) ?? 0;
      const declarations = declarationsOf(wanted);
      const calls = callsOf(wanted, declarations).slice(0, nth + 1);
      const found = detectLoops(calls, { declarations });
      return found.some((loop) => loop.severity === 'alert') ? [] : [wanted.id];
    });
    // Three tools asked in turn, each in moving words: nine calls make the third of each.
    expect(late).toEqual(['L30']);
  });
});

const GOOD: Record<string, (run: RecordedRun) => boolean> = {
  tau_bench: (run) => run.reward === 1,
  tau2: (run) => run.reward === 1,
  mini_swe: (run) => run.resolved === true,
};
/** Share of good runs that may be flagged. */
const MAY_BE_FLAGGED: Record<string, number> = { tau_bench: 0.005, tau2: 0.01, mini_swe: 0.01 };

describe.skipIf(!hasShared)('recorded runs that ended well (needs ../shared)', () => {
  it('are hardly ever flagged', async () => {
    const runs = await readRuns(join(shared, 'data'), Object.keys(GOOD));
    for (const [name, isGood] of Object.entries(GOOD)) {
      const good = runs.filter((run) => run.dataset === name && isGood(run));
      const flagged = good.filter((run) =>
        predict(run).loops.some((loop) => loop.severity === 'alert'),
      );
      expect(good.length).toBeGreaterThan(50);
      expect(flagged.length / good.length).toBeLessThanOrEqual(MAY_BE_FLAGGED[name] ?? 0);
    }
  }, 120_000);
});
