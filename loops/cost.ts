import { isWrite } from './fact.ts';
import type { Call } from './call.ts';
import type { LoopCost } from './loop.ts';

/** A write counts unless it was refused: after a timeout it may well have been made. */
export function mayHaveWritten(call: Call): boolean {
  if (!isWrite(call)) return false;
  if (call.outcome !== 'error') return true;
  return call.errorClass === 'timeout' || call.errorClass === 'connection';
}

/** What the given calls cost together: tool and model time, tokens, USD, writes that were made or may have been. */
export function costOf(calls: readonly Call[]): LoopCost {
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
