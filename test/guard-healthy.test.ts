import { existsSync } from 'node:fs';

import { createGuard } from '@loopscope/sdk/guard';
import { describe, expect, test } from 'vitest';

import { declarationsOf, readRuns, type RecordedRun } from '../bench/score/runs.ts';
import { sharedFolder } from './shared-data.ts';

const data = `${sharedFolder}/data`;

/** What ends a run in a blocking guard, as it stands when nothing is configured but the calls of a session. */
async function endOf(run: RecordedRun): Promise<string | null> {
  const guard = createGuard({
    mode: 'block',
    tools: declarationsOf(run),
    retry: false,
    ceilings: { callsPerSession: run.calls.length + 1 },
  });
  for (const { tool, args, agent = '', turn = 1, step, i, error, result } of run.calls) {
    const start = { tool: tool ?? '', args, agent, sessionId: run.id, turnId: `${turn}` };
    const { terminal } = await guard.run({ ...start, step: step ?? i }, () => {
      if (error) throw new Error(result ?? '');
      return result;
    });
    if (terminal !== null) return terminal.kind;
  }
  return null;
}

describe.skipIf(!existsSync(data))('recorded runs that ended well (needs ../shared)', () => {
  test.each([
    ['tau_bench', {}],
    // Three searches for flights that found none: the default of calls without rows.
    ['tau2', { empty_results: 3 }],
    ['mini_swe', { repeated_key: 1, stalled: 2 }],
  ])('%s: a blocking guard ends %j of them', { timeout: 120_000 }, async (set, expected) => {
    const runs = await readRuns(data, [set]);
    const good = runs.filter(({ reward, resolved }) => reward === 1 || resolved === true);
    expect(good.length).toBeGreaterThan(80);
    const ends: Record<string, number> = {};
    for (const run of good) {
      const kind = await endOf(run);
      if (kind !== null) ends[kind] = (ends[kind] ?? 0) + 1;
    }
    expect(ends).toEqual(expected);
  });
});
