import type { Step, ToolStep } from '@loopscope/api/contract';

import type { Span } from './folds.ts';
import { toolSteps } from './marks.ts';

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
  /** The first lap: what the lane shows. */
  lane: ToolStep[];
}

export function describeFold(
  steps: readonly Step[],
  { from, to }: Span,
  period: number,
): FoldContent {
  const hidden = steps.slice(from, to);
  const calls = toolSteps(hidden);
  const distinct = (keyOf: (call: ToolStep) => string): number =>
    new Set(calls.map((call) => keyOf(call) || `#${call.call_seq}`)).size;
  return {
    calls: calls.length,
    durationMs: hidden.reduce(
      (sum, step) => sum + (step.kind === 'agent' ? 0 : step.duration_ms),
      0,
    ),
    errors: calls.filter((call) => call.outcome === 'error').length,
    writes: calls.filter(({ effect }) => effect === 'write' || effect === 'destructive').length,
    signatures: distinct((call) => call.signature),
    identities: distinct((call) => call.identity),
    results: distinct(resultKey),
    lane: calls.slice(0, period),
  };
}

function resultKey(call: ToolStep): string {
  return call.error_class === ''
    ? call.result_fingerprint
    : `${call.error_class} ${call.error_template}`;
}
