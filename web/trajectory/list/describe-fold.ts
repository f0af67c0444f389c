import type { Step, ToolStep } from '@loopscope/api/contract';

import type { Span } from './folds.ts';
import { toolSteps } from '../marks.ts';

/** What a fold hides, in numbers that words are made of. */
export interface FoldContent {
  calls: number;
  durationMs: number;
  errors: number;
  writes: number;
  /** Distinct among the hidden calls; unknown arguments count each for themselves. */
  signatures: number;
  identities: number;
  /** Distinct results, errors by their template. */
  results: number;
  /** What the lane shows: of a cycle one lap, else the first few distinct calls. */
  lane: ToolStep[];
  /** Distinct within one lap: what all laps have if none differs. */
  lap: { signatures: number; results: number };
}

export function describeFold(
  steps: readonly Step[],
  { from, to }: Span,
  period: number,
): FoldContent {
  const hidden = steps.slice(from, to);
  const calls = toolSteps(hidden);
  const lap = calls.slice(0, period);
  return {
    calls: calls.length,
    durationMs: hidden.reduce(
      (sum, step) => sum + (step.kind === 'agent' ? 0 : step.duration_ms),
      0,
    ),
    errors: calls.filter((call) => call.outcome === 'error').length,
    writes: calls.filter(({ effect }) => effect === 'write' || effect === 'destructive').length,
    signatures: countDistinct(calls, signatureOf),
    identities: countDistinct(calls, identityOf),
    results: countDistinct(calls, resultKey),
    lane: period > 1 ? lap : firstOfEach(calls),
    lap: {
      signatures: countDistinct(lap, signatureOf),
      results: countDistinct(lap, resultKey),
    },
  };
}

const MOST_IN_LANE = 4;
const signatureOf = (call: ToolStep): string => call.signature;
const identityOf = (call: ToolStep): string => call.identity;

/** Calls without a key count each for themselves. */
function countDistinct(calls: readonly ToolStep[], keyOf: (call: ToolStep) => string): number {
  return new Set(calls.map((call) => keyOf(call) || `#${call.call_seq}`)).size;
}

/** One call of each identity, as many as a lane has room for. */
function firstOfEach(calls: readonly ToolStep[]): ToolStep[] {
  const groups = [...Map.groupBy(calls, identityOf).values()];
  return groups.flatMap(([first]) => first ?? []).slice(0, MOST_IN_LANE);
}

function resultKey(call: ToolStep): string {
  return call.error_class === ''
    ? call.result_fingerprint
    : `${call.error_class} ${call.error_template}`;
}
