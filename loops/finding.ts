import type { Fact } from './fact.ts';
import type { LoopKind } from './loop.ts';

/** What a detector has found, before it is explained and priced. */
export interface Finding {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** In order, the first (which is no repeat) included. */
  facts: Fact[];
}

/** How much of one finding another one explains already, 0 to 1. */
export function shareIn(finding: Finding, taken: ReadonlySet<number>): number {
  let inside = 0;
  for (const fact of finding.facts) if (taken.has(fact.at)) inside += 1;
  return inside / finding.facts.length;
}
