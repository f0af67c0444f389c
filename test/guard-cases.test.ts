import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createGuard } from '@loopscope/sdk/guard';
import { expect, test, describe } from 'vitest';

import { declarationsOf, readCases, type RecordedCall } from '../bench/score/runs.ts';

const shared = join(import.meta.dirname, '../../shared');
const hasShared = existsSync(join(shared, 'score/cases.jsonl'));

/** The calls of a case that the guard stopped or refused. A note behind a second equal answer does no harm. */
async function interventions(id: string): Promise<string[]> {
  const wanted = readCases(join(shared, 'score/cases.jsonl')).find((each) => each.id === id);
  if (wanted === undefined) throw new Error(`no case ${id}`);
  const declarations = declarationsOf(wanted);
  const guard = createGuard({
    mode: 'block',
    tools: declarations,
    retry: false,
    ceilings: { callsPerSession: wanted.calls.length },
  });
  const seen: string[] = [];
  for (const call of wanted.calls) {
    const { action } = await guard.run(startOf(call, id), () => answer(call));
    if (action !== 'pass' && action !== 'note') seen.push(`${call.i} ${call.tool} ${action}`);
  }
  return seen;
}

function startOf(call: RecordedCall, id: string) {
  const { tool, args, turn = 1, step = call.i, effect, agent = '' } = call;
  return {
    tool: tool ?? '',
    args,
    agent,
    sessionId: id,
    turnId: `turn-${turn}`,
    step,
    ...(effect === undefined ? {} : { declaration: { effect } }),
  };
}

function answer({ error, result }: RecordedCall): unknown {
  if (error) throw new Error(result ?? '');
  return result;
}

describe.skipIf(!hasShared)('honest work through a blocking guard (needs ../shared)', () => {
  const honest = hasShared
    ? readCases(join(shared, 'score/cases.jsonl')).filter(({ id }) => id.startsWith('F'))
    : [];
  test.each(honest.map(({ id }) => id))('%s passes unharmed', async (id) => {
    expect(await interventions(id)).toEqual([]);
  });
});
