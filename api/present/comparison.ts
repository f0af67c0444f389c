import type { ComparedSide, Comparison as Compared } from '@loopscope/analyzer';

import type { Comparison } from '../contract/index.ts';
import type { Filter } from '../filter.ts';
import { toIso } from '../instant.ts';

/** Below it a difference is called one. */
const SIGNIFICANT = 0.05;

export function presentComparison(
  { before, after, loops, maxAttempts }: Compared,
  filters: { before: Filter; after: Filter },
): Comparison {
  const { method, pValue, superiority, cliffsDelta } = maxAttempts;
  return {
    before: presentSide(before, filters.before),
    after: presentSide(after, filters.after),
    loops: loops.map(({ pValue: p, example, ...loop }) =>
      Object.assign(loop, {
        p_value: p,
        example: { loop_id: example.loopId, turn_id: example.turnId },
      }),
    ),
    test: {
      method,
      p_value: pValue,
      superiority,
      cliffs_delta: cliffsDelta,
      verdict: verdictOf(maxAttempts),
    },
  };
}

function verdictOf({
  pValue,
  cliffsDelta,
}: Compared['maxAttempts']): Comparison['test']['verdict'] {
  if (pValue === null || pValue >= SIGNIFICANT) return 'no_difference';
  return (cliffsDelta ?? 0) > 0 ? 'more' : 'fewer';
}

function presentSide(side: ComparedSide, { from, to }: Filter): Comparison['before'] {
  return {
    from: toIso(from),
    to: toIso(to),
    turns: side.turns,
    turns_with_calls: side.turnsWithCalls,
    looping_turns: side.loopingTurns,
    calls: side.calls,
    max_attempts: [...side.maxAttempts],
  };
}
