import type { Call } from '../call.ts';
import { mayHaveWritten } from '../facts/effect.ts';
import type { LoopCost } from '../loop.ts';

/** The fields of a call that say what it cost. */
export type CallCosts = Pick<
  Call,
  | 'durationMs'
  | 'modelMs'
  | 'inputTokens'
  | 'outputTokens'
  | 'cost'
  | 'effect'
  | 'outcome'
  | 'errorClass'
>;

/** What the given calls cost together: tool and model time, tokens, USD, writes that were made or may have been. */
export function costOf(calls: readonly CallCosts[]): LoopCost {
  const cost: LoopCost = { ms: 0, inputTokens: 0, outputTokens: 0, usd: 0, sideEffects: 0 };
  for (const call of calls) {
    cost.ms += call.durationMs + call.modelMs;
    cost.inputTokens += call.inputTokens;
    cost.outputTokens += call.outputTokens;
    cost.usd += call.cost;
    if (mayHaveWritten(call)) cost.sideEffects += 1;
  }
  return cost;
}
