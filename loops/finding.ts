import type { Fact } from './fact.ts';
import type { LoopKind } from './loop.ts';

/** What a detector has found, before it is explained and priced. */
export interface Finding {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** In order, the first (which is no repeat) included. */
  facts: Fact[];
  /** Not certain by itself: where part of it is a certain loop, the rest is only watched. */
  likely?: true;
}

/** A finding that lies this far within others is the same incident seen again. */
const SAME_INCIDENT = 0.5;

/** A look between failing attempts belongs to them: where they were worth making, so was the look. */
export function calmCompanions(found: readonly Finding[], facts: readonly Fact[]): Finding[] {
  const worthMaking = new Set<number>();
  for (const { kind, severity, facts: members } of found) {
    if (kind !== 'validation' || severity !== 'watch') continue;
    for (const member of members) worthMaking.add(member.at);
  }
  return found.map((finding) => {
    if (finding.kind !== 'interleaved' || finding.severity !== 'alert') return finding;
    const own = new Set(finding.facts.map((fact) => fact.at));
    const from = finding.facts[0]?.at ?? 0;
    const to = finding.facts.at(-1)?.at ?? 0;
    const between = facts.slice(from, to).filter((fact) => !own.has(fact.at));
    return between.every((fact) => worthMaking.has(fact.at))
      ? { ...finding, severity: 'watch' }
      : finding;
  });
}

/** One incident for one loop: what is certain before what is likely, alerts before watch, and of those the findings that come first. */
export function settle(found: readonly Finding[]): Finding[] {
  const taken = new Set<number>();
  const kept: Finding[] = [];
  const keep = (finding: Finding): void => {
    if (shareIn(finding, taken) > SAME_INCIDENT) return;
    kept.push(finding);
    for (const fact of finding.facts) taken.add(fact.at);
  };
  const alerts = found.filter((finding) => finding.severity === 'alert');
  for (const finding of alerts) if (finding.likely === undefined) keep(finding);
  const unsure: Finding[] = [];
  for (const finding of alerts) {
    if (finding.likely === undefined) continue;
    if (shareIn(finding, taken) > 0) unsure.push(finding);
    else keep(finding);
  }
  for (const finding of unsure) keep({ ...finding, severity: 'watch' });
  for (const finding of found) if (finding.severity === 'watch') keep(finding);
  return kept;
}

function shareIn(finding: Finding, taken: ReadonlySet<number>): number {
  return finding.facts.filter((fact) => taken.has(fact.at)).length / finding.facts.length;
}
