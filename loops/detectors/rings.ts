import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from '../loop.ts';

/**
 * One incident for a whole ring, also where a block on one of its calls moves the agent to the other, or where other work tears it
 * in two: findings whose questions are all the ring's own are parts of it.
 */
export function joinRings(found: readonly Finding[]): Finding[] {
  const rings: { kind: LoopKind; questions: Set<number>; members: Map<number, Fact> }[] = [];
  const others: Finding[] = [];
  for (const finding of found) {
    const home =
      finding.severity === 'alert' && rings.find(({ questions }) => isWithin(finding, questions));
    if (home) for (const fact of finding.facts) home.members.set(fact.at, fact);
    else if (finding.isRing && finding.severity === 'alert') {
      const questions = new Set(finding.facts.map((fact) => fact.question));
      const members = new Map(finding.facts.map((fact) => [fact.at, fact]));
      rings.push({ kind: finding.kind, questions, members });
    } else others.push(finding);
  }
  const joined = rings.map(({ kind, members }): Finding => {
    const facts = [...members.values()].toSorted((a, b) => a.at - b.at);
    return { kind, severity: 'alert', facts, isRing: true };
  });
  return [...joined, ...others];
}

function isWithin({ facts }: Finding, questions: ReadonlySet<number>): boolean {
  return facts.every((fact) => questions.has(fact.question));
}
