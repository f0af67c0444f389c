import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createRun, detectLoops } from '@loopscope/loops';
import { describe, expect, it } from 'vitest';

import { extraIncidents, isRight, judgeCase } from '../bench/score/judge.ts';
import { callsOf, declarationsOf, predict, readCases } from '../bench/score/runs.ts';
import { isSameStory, RETELLINGS_BETWEEN } from './retellings-between.ts';
import { inTurn, RETELLINGS, withoutEffects } from './retellings.ts';
import type { Case } from './retellings.ts';

const file = join(import.meta.dirname, '../../shared/score/cases.jsonl');
const cases: readonly Case[] = existsSync(file) ? readCases(file) : [];

const isHonest = ({ want }: Case): boolean => want === 'ok' || want === 'watch';

/** Cases that are judged another way once they are retold. */
function wrongOf(retold: readonly Case[]): string[] {
  return retold.flatMap((told) => {
    const { loops } = predict(told);
    const verdict = judgeCase(told, loops);
    if (isRight(told, verdict) && extraIncidents(told, loops) === 0) return [];
    return [`${told.id}: ${verdict}`];
  });
}

/** Three retellings one after the other, each with each of its neighbours in the list. */
const COMBINED = Object.entries(RETELLINGS).map(([name, first], at, all) => {
  const second = all[(at * 5 + 3) % all.length];
  const third = all[(at * 7 + 8) % all.length];
  const names = [name, second?.[0], third?.[0]].join(', ');
  return [names, inTurn(first, ...[second, third].flatMap((each) => each?.[1] ?? []))] as const;
});

describe.skipIf(cases.length === 0)('reported loops and honest work (needs ../shared)', () => {
  it.each(Object.entries(RETELLINGS))('are judged the same when retold with %s', (_, retell) => {
    expect(wrongOf(cases.map((told) => retell(told)))).toEqual([]);
  });

  it.each(COMBINED)('are judged the same when retold with %s', (_, retell) => {
    expect(wrongOf(cases.map((told) => retell(told)))).toEqual([]);
  });

  it.each(Object.entries(RETELLINGS_BETWEEN))('are judged the same with %s', (name, retell) => {
    const told = cases.filter((each) => isSameStory(each, name));
    expect(wrongOf(told.map((each) => retell(each)))).toEqual([]);
  });

  it('raise no false alarm where nobody declared what the tools do', () => {
    const honest = cases.filter((told) => isHonest(told)).map((told) => withoutEffects(told));
    expect(wrongOf(honest)).toEqual([]);
  });

  it('raise no false alarm where only fingerprints are kept', () => {
    const flagged = cases.filter((told) => {
      if (!isHonest(told)) return false;
      return fingerprintsOnly(told).some(({ severity }) => severity === 'alert');
    });
    expect(flagged.map(({ id }) => id)).toEqual([]);
  });

  it('are found by their fingerprints alone where equal answers make the loop', () => {
    const equal = new Set(['exact', 'interleaved', 'cycle', 'empty', 'transport', 'batch']);
    const missed = cases.filter((told) => {
      if (!equal.has(told.want)) return false;
      return !fingerprintsOnly(told).some(({ severity }) => severity === 'alert');
    });
    // Their answers differ in a note or a receipt, or the questions are reworded: that is seen in the texts.
    expect(missed.map(({ id }) => id)).toEqual(['L02b', 'L09', 'L30', 'L93']);
  });

  it('are not alerted on before a call of theirs came again', () => {
    const early = cases.flatMap((told) => {
      const first = told.loop?.[0];
      if (first === undefined || isHonest(told)) return [];
      const declarations = declarationsOf(told);
      const run = createRun({ declarations });
      const members = new Set(told.loop);
      let seen = 0;
      for (const call of callsOf(told, declarations)) {
        run.push(call);
        if (members.has(call.seq)) seen += 1;
        const least = told.calls[first]?.effect === 'write' ? 2 : 3;
        if (seen < least && run.loops().some(({ severity }) => severity === 'alert'))
          return [`${told.id} at ${call.seq}`];
        if (seen >= least) break;
      }
      return [];
    });
    expect(early).toEqual([]);
  });
});

function fingerprintsOnly(told: Case): ReturnType<typeof detectLoops> {
  const declarations = declarationsOf(told);
  const calls = callsOf(told, declarations);
  for (const call of calls) delete call.text;
  return detectLoops(calls, { declarations });
}
