import type { Fact } from './fact.ts';
import type { LoopKind } from './loop.ts';

/** What a detector has found, before it is explained and priced. */
export interface Finding {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** In order, the first (which is no repeat) included. */
  facts: Fact[];
}

/** A finding that lies this far within others is the same incident seen again. */
const SAME_INCIDENT = 0.5;

/** One incident for one loop: alerts before watch, and of those the findings that come first. */
export function settle(found: readonly Finding[]): Finding[] {
  const taken = new Set<number>();
  const kept: Finding[] = [];
  for (const severity of ['alert', 'watch'] as const) {
    for (const finding of found) {
      if (finding.severity !== severity || shareIn(finding, taken) > SAME_INCIDENT) continue;
      kept.push(finding);
      for (const fact of finding.facts) taken.add(fact.at);
    }
  }
  return kept;
}

function shareIn(finding: Finding, taken: ReadonlySet<number>): number {
  return finding.facts.filter((fact) => taken.has(fact.at)).length / finding.facts.length;
}
