import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createGuard } from '@loopscope/sdk/guard';
import { attemptKey } from '@loopscope/signature';
import { expect, test, describe } from 'vitest';

import { callsOf, declarationsOf, readCases, type RecordedCall } from '../bench/score/runs.ts';

const shared = join(import.meta.dirname, '../../shared');
const hasShared = existsSync(join(shared, 'score/cases.jsonl'));

interface Intervention {
  i: number;
  tool: string;
  kind: string;
}

/** The calls of a case that the guard stopped or refused. A note behind a second equal answer does no harm. */
async function interventions(id: string): Promise<Intervention[]> {
  const wanted = readCases(join(shared, 'score/cases.jsonl')).find((each) => each.id === id);
  if (wanted === undefined) throw new Error(`no case ${id}`);
  const declarations = declarationsOf(wanted);
  const guard = createGuard({
    mode: 'block',
    tools: declarations,
    retry: false,
    ceilings: { callsPerSession: wanted.calls.length },
  });
  const seen: Intervention[] = [];
  for (const call of wanted.calls) {
    const { terminal } = await guard.run(startOf(call, id), () => answer(call));
    if (terminal !== null) seen.push({ i: call.i, tool: call.tool ?? '', kind: terminal.kind });
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

const cases = hasShared ? readCases(join(shared, 'score/cases.jsonl')) : [];

describe.skipIf(!hasShared)('honest work through a blocking guard (needs ../shared)', () => {
  const honest = cases.filter(({ id, want }) => id.startsWith('F') || want === 'ok');
  test.each(honest.map(({ id }) => id))('%s passes unharmed', async (id) => {
    expect(await interventions(id)).toEqual([]);
  });
});

/**
 * Calls of the loop that are made before it ends: three where a question comes again, two laps more in a ring, more where only the whole shows it; where
 * the calls differ the model is told once, and makes one more.
 */
const MADE = new Map([
  ...['L26b', 'L32', 'L35', 'L42', 'L56'].map((id) => [id, 4] as const),
  ...['L61', 'L84'].map((id) => [id, 5] as const),
  ...['L72', 'L75', 'L76a', 'L85', 'L86'].map((id) => [id, 6] as const),
  ...['L30', 'L34a', 'L40', 'L41a', 'L41b'].map((id) => [id, 7] as const),
  ['L87', 8],
  ['L45b', 21],
  ['L43', 126],
]);
/** Over before anything can be known, or with the call behind which the model is told. */
const TOO_SHORT = new Set(['L38', 'L93']);

/** Whether an attempt key has come for the third time by the given call, as the savings of a cap of two count it. */
function isCapped(id: string, i: number): boolean {
  const wanted = cases.find((each) => each.id === id);
  if (wanted === undefined) throw new Error(`no case ${id}`);
  const until = wanted.calls.findIndex((call) => call.i === i);
  const calls = callsOf(wanted, declarationsOf(wanted)).slice(0, until + 1);
  const ofTurn = calls.filter(({ turn }) => turn === calls.at(-1)?.turn);
  const keys = ofTurn.map(({ tool, identity, errorClass }) =>
    attemptKey(tool, identity, errorClass),
  );
  return keys.some((key) => key !== '' && keys.filter((other) => other === key).length > 2);
}

describe.skipIf(!hasShared)('loops through a blocking guard (needs ../shared)', () => {
  const loops = cases.filter(
    ({ id, want }) => want !== 'ok' && want !== 'watch' && !TOO_SHORT.has(id),
  );
  test.each(loops.map((each) => [each.id, MADE.get(each.id) ?? 3] as const))(
    '%s ends after at most %i of its calls',
    async (id, most) => {
      const [first] = await interventions(id);
      const loop = cases.find((each) => each.id === id)?.loop ?? [];
      const made = loop.filter((i) => i <= (first?.i ?? Infinity)).length;
      expect({ id, made }).toEqual({ id, made: Math.min(most, made) });
      expect(first).toBeDefined();
      // The cap's own rule never stops what the predicted savings of the cap would not.
      if (first?.kind === 'repeated_key') expect(isCapped(id, first.i), id).toBe(true);
    },
  );
});
