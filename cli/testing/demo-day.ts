import { readArguments, readOutcome, signCall, type ErrorClass } from '@loopscope/signature';

import { planDay } from '../fleet/plan.ts';
import type { PlannedTurn } from '../fleet/planner.ts';
import type { ScriptedCall } from '../fleet/script.ts';

/** The demo's day, for tests, and what its turns hold. */

export const endMs = Date.UTC(2026, 10, 30, 12);
export const day = planDay({ seed: 'demo', endMs, turns: 4000 });

export const callsOf = (turn: PlannedTurn): ScriptedCall[] =>
  turn.script.steps.flatMap((step) => [...step.calls]);

export function classOf(call: ScriptedCall): ErrorClass | null {
  return readOutcome({
    status: call.error === null ? 'unset' : 'error',
    statusMessage: call.error?.message ?? '',
    errorType: call.error?.type ?? '',
    result: call.result ?? undefined,
  }).errorClass;
}

export function signed(turn: PlannedTurn, call: ScriptedCall) {
  return signCall(
    call.tool,
    readArguments(JSON.stringify(call.args)),
    turn.release.agent.tools[call.tool],
  );
}

export function incident(name: string): PlannedTurn {
  const turn = day.find((candidate) => candidate.isIncident && candidate.behaviour === name);
  if (turn === undefined) throw new Error(`no ${name}`);
  return turn;
}
