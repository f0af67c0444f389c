import { savings, type Call } from '@loopscope/loops';
import type { Decision } from '@loopscope/sdk/guard';
import { attemptKey, readArguments, readOutcome, signCall } from '@loopscope/signature';

import { twinIdOf } from './guarded.ts';
import type { PlannedTurn } from './planner.ts';
import type { PlayedTurn } from './play-turn.ts';
import type { ScriptedCall } from './script.ts';

/** The guard's own default. */
const CAP = 2;

/** What one rule of the guard saved, beside what the cap alone was predicted to save of the same turns. */
export interface SavedByRule {
  /** Rule of the first stop; '' for turns that the cap would have cut and the guard let pass, since something new was learned. */
  rule: string;
  turns: number;
  predicted: number;
  saved: number;
}

/** A turn as it was, and what its guarded twin made of it. */
export interface PlayedTwice {
  turn: PlannedTurn;
  calls: number;
  guardedCalls: number;
  /** Rule of the first stop of the twin; null where there was none. */
  rule: string | null;
}

/** Gathers a day that is played twice. */
export interface Comparison {
  onDecision: (decision: Decision) => void;
  add(turn: PlannedTurn, own: PlayedTurn, twin: PlayedTurn): void;
  /** Calls of the turns as they were and of their guarded twins, and what of the difference each rule saved. */
  result(): { calls: number; guardedCalls: number; savedByRule: SavedByRule[] };
}

export function createComparison(): Comparison {
  const rules = new Map<string, string>();
  const played: PlayedTwice[] = [];
  return {
    onDecision: ({ decision, turnId, kind }) => {
      const stops = decision === 'stop' || decision === 'refuse';
      if (stops && !rules.has(turnId)) rules.set(turnId, kind);
    },
    add: (turn, { calls }, twin) => {
      const rule = rules.get(twinIdOf(turn)) ?? null;
      rules.clear();
      played.push({ turn, calls, guardedCalls: twin.calls, rule });
    },
    result: () => ({
      calls: played.reduce((sum, { calls }) => sum + calls, 0),
      guardedCalls: played.reduce((sum, { guardedCalls }) => sum + guardedCalls, 0),
      savedByRule: compareSavings(played),
    }),
  };
}

/** Predicted and real savings side by side; each turn is in one row or in none, so both columns add up. */
export function compareSavings(played: readonly PlayedTwice[]): SavedByRule[] {
  const rules = new Map<string, SavedByRule>();
  for (const { turn, calls, guardedCalls, rule } of played) {
    const predicted = predictedSaving(turn);
    if (predicted === 0 && rule === null) continue;
    const row = rules.get(rule ?? '') ?? { rule: rule ?? '', turns: 0, predicted: 0, saved: 0 };
    row.turns += 1;
    row.predicted += predicted;
    row.saved += calls - guardedCalls;
    rules.set(row.rule, row);
  }
  return [...rules.values()].toSorted((a, b) => b.saved - a.saved);
}

/** Calls after the stop of the cap, as the pages foretell them. */
export function predictedSaving(turn: PlannedTurn): number {
  const calls = turn.script.steps.flatMap((step) => [...step.calls]);
  const keys = calls.map((call) => keyOf(turn, call));
  const costs = calls.map(() => NO_COST);
  return savings(costs, keys).find(({ cap }) => cap === CAP)?.calls ?? 0;
}

const NO_COST = {
  durationMs: 0,
  modelMs: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  effect: 'unknown',
  outcome: 'unknown',
  errorClass: null,
} satisfies Partial<Call>;

function keyOf({ release }: PlannedTurn, { tool, args, result, error }: ScriptedCall): string {
  const { errorClass } = readOutcome({
    status: error === null ? 'unset' : 'error',
    statusMessage: error?.message ?? '',
    errorType: error?.type ?? '',
    result: result ?? undefined,
  });
  const declaration = release.agent.tools[tool];
  const { identity } = signCall(tool, readArguments(JSON.stringify(args)), declaration);
  return attemptKey(tool, identity, errorClass);
}
