import type { Call, ExpectedStep, Loop } from '@loopscope/loops';
import { recoveries } from '@loopscope/sql';

import { readValue } from './to-case.ts';
import type { Bench } from './bench.ts';

interface Looped {
  turnId: string;
  calls: readonly Call[];
  loop: Loop;
}

/** What should have come instead of the repeats: what helped in this turn, else what helped in others, else an end and a report. */
export async function expectedStep(bench: Bench, looped: Looped): Promise<ExpectedStep> {
  return stepOfThisTurn(looped) ?? (await stepOfOtherTurns(bench, looped)) ?? advice(looped.loop);
}

/** Of the calls between the loop and the answer to its question the last that is not known to have only looked, else the last look. */
function stepOfThisTurn({ calls, loop }: Looped): ExpectedStep | null {
  const last = loop.calls.at(-1) ?? 0;
  const asked = new Set(loop.calls.map((seq) => questionOf(calls[seq])));
  const goal = calls.find(
    (call) => call.seq > last && call.outcome === 'ok' && asked.has(questionOf(call)),
  );
  if (goal === undefined) return null;
  const between = calls
    .slice(last + 1, goal.seq)
    .filter((call) => call.outcome === 'ok' && call.tool !== goal.tool);
  const step = between.findLast((call) => call.effect !== 'read') ?? between.at(-1);
  if (step === undefined) return null;
  return {
    tool: step.tool,
    args: readValue(step.text?.args ?? null),
    seen: 'this_turn',
    turns: 1,
    why: `after ${step.tool} the same call of ${goal.tool} succeeded`,
  };
}

/** Null is never equal: a call with unknown arguments asks nothing that is known. */
function questionOf(call: Call | undefined): string | null {
  return call?.identity == null ? null : `${call.tool} ${call.identity}`;
}

async function stepOfOtherTurns(
  { store, project }: Bench,
  { turnId, calls, loop }: Looped,
): Promise<ExpectedStep | null> {
  const failure = loop.calls.map((seq) => calls[seq]).find((call) => call?.outcome === 'error');
  if (failure === undefined || failure.errorTemplate === '') return null;
  const [best] = await store.query(recoveries, {
    project,
    tool: failure.tool,
    error_template: failure.errorTemplate,
    turn_id: turnId,
    limit: 1,
  });
  if (best === undefined) return null;
  return {
    tool: best.tool,
    args: null,
    seen: 'other_turns',
    turns: best.turns,
    why: `in ${best.turns} other ${best.turns === 1 ? 'turn' : 'turns'} ${failure.tool} succeeded after ${best.tool}`,
  };
}

function advice({ fix }: Loop): ExpectedStep {
  return { tool: null, args: null, seen: 'advice', turns: 0, why: fix.advice };
}
