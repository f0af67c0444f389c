import type { Fact } from '../facts/fact.ts';
import { append } from '../groups.ts';
import type { LoopKind } from '../loop.ts';

/** What a detector has found, before it is explained and priced. */
export interface Finding {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** In order, the first (which is no repeat) included. */
  facts: Fact[];
  /** Not certain by itself: where part of it is a certain loop, the rest is only watched. */
  likely?: true;
  /** Places of the calls that brought something, where it is not the first alone. */
  fresh?: ReadonlySet<number>;
  /** Several questions that come round in turn, whatever their kind is called. */
  isRing?: true;
}

/** A finding that lies this far within others is the same incident seen again. */
const SAME_INCIDENT = 0.5;

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
  return joined(kept);
}

/** Two findings of one kind and severity that share a call are one incident. */
function joined(kept: readonly Finding[]): Finding[] {
  const sorts = new Map<string, Finding[]>();
  for (const finding of kept) append(sorts, `${finding.severity} ${finding.kind}`, finding);
  return [...sorts.values()].flatMap((alike) => (alike.length === 1 ? alike : unionsOf(alike)));
}

/** What shares a call belongs together, also where only a third finding shares calls with both. */
function unionsOf(alike: readonly Finding[]): Finding[] {
  const incidents = new Map<number, Finding>();
  const owner = new Map<number, number>();
  for (const [place, finding] of alike.entries()) {
    const met = new Set(finding.facts.flatMap(({ at }) => owner.get(at) ?? []));
    const [home = place, ...others] = [...met].toSorted((a, b) => a - b);
    let whole = finding;
    for (const other of [home, ...others].toReversed()) {
      const before = incidents.get(other);
      if (before !== undefined) whole = union(before, whole);
      incidents.delete(other);
    }
    incidents.set(home, whole);
    for (const { at } of others.length === 0 ? finding.facts : whole.facts) owner.set(at, home);
  }
  return [...incidents.values()];
}

function union(one: Finding, other: Finding): Finding {
  const members = new Map([...one.facts, ...other.facts].map((fact) => [fact.at, fact]));
  const facts = [...members.values()].toSorted((a, b) => a.at - b.at);
  const fresh = new Set(one.fresh);
  for (const at of other.fresh ?? []) fresh.add(at);
  return { ...one, facts, ...(fresh.size > 0 && { fresh }) };
}

function shareIn(finding: Finding, taken: ReadonlySet<number>): number {
  return finding.facts.filter((fact) => taken.has(fact.at)).length / finding.facts.length;
}
