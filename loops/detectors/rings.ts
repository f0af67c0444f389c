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
  const strangers = others.filter((finding) => {
    const home = rings.find(({ members }) => comesRoundWith(finding, members));
    for (const fact of finding.facts) home?.members.set(fact.at, fact);
    return home === undefined;
  });
  const joined = rings.map(({ kind, members }): Finding => {
    const facts = [...members.values()].toSorted((a, b) => a.at - b.at);
    return { kind, severity: 'alert', facts, isRing: true };
  });
  return [...joined, ...woven(strangers)];
}

/** Between two failures of ever other calls that come round with a ring lie so many of its own calls at most. */
const MAX_OF_RING = 8;

/** Failures in moving arguments of which one lies in each lap of a ring: the edit that fails between the look and the test. */
function comesRoundWith(
  { severity, facts, isRing }: Finding,
  members: ReadonlyMap<number, Fact>,
): boolean {
  if (severity !== 'alert' || isRing === true || !facts.every(({ failed }) => failed)) return false;
  const places = [...members.keys()].toSorted((a, b) => a - b);
  const [from, to] = [facts[0]?.at ?? 0, facts.at(-1)?.at ?? 0];
  if (from > (places.at(-1) ?? 0) || to < (places[0] ?? 0)) return false;
  const [before = 0, ...counts] = countAround(facts, places);
  const behind = counts.pop() ?? 0;
  if (before + behind > MAX_OF_RING) return false;
  return counts.every((between) => between >= 1 && between <= MAX_OF_RING);
}

/** How many of the places, which are in order, lie before the first call, between each two, and behind the last. */
function countAround(facts: readonly Fact[], places: readonly number[]): number[] {
  const counts = Array.from({ length: facts.length + 1 }, () => 0);
  let nth = 0;
  for (const place of places) {
    while ((facts[nth]?.at ?? Infinity) < place) nth += 1;
    if (facts[nth]?.at !== place) counts[nth] = (counts[nth] ?? 0) + 1;
  }
  return counts;
}

/** A lap of two loops that come in turn, with a stranger or two. */
const MAX_LAP = 4;

/** Two loops whose calls come in turn are one ring, whatever moves in their arguments. */
function woven(found: readonly Finding[]): Finding[] {
  const parts = found.filter((finding) => isPart(finding));
  if (parts.length < 2) return [...found];
  const rings: Finding[] = [];
  const taken = new Set<Finding>();
  for (const [nth, one] of parts.entries()) {
    const other = parts.slice(nth + 1).find((each) => !taken.has(each) && comeInTurn(one, each));
    if (taken.has(one) || other === undefined) continue;
    taken.add(one).add(other);
    const facts = [...one.facts, ...other.facts].toSorted((a, b) => a.at - b.at);
    rings.push({ kind: 'cycle', severity: 'alert', facts, isRing: true });
  }
  return [...rings, ...found.filter((finding) => !taken.has(finding))];
}

function comeInTurn(one: Finding, other: Finding): boolean {
  if (Math.abs(one.facts.length - other.facts.length) > 1) return false;
  const isFirst = beginOf(one) < beginOf(other);
  const [first, second] = isFirst ? [one.facts, other.facts] : [other.facts, one.facts];
  return second.every((fact, nth) => {
    const [before, after] = [first[nth], first[nth + 1]];
    return before !== undefined && before.at < fact.at && (after?.at ?? Infinity) > fact.at;
  });
}

/** Ever other questions that follow closely upon each other, without a failure: of equal ones the ring is seen as such. */
function isPart({ severity, facts, isRing }: Finding): boolean {
  if (severity !== 'alert' || isRing === true) return false;
  const questions = new Set(facts.map(({ question }) => question));
  if (2 * questions.size <= facts.length) return false;
  return facts.every((fact, nth) => {
    const before = facts[nth - 1];
    return !fact.failed && (before === undefined || fact.at - before.at <= MAX_LAP);
  });
}

function beginOf({ facts }: Finding): number {
  return facts[0]?.at ?? 0;
}

function isWithin({ facts }: Finding, questions: ReadonlySet<number>): boolean {
  return facts.every((fact) => questions.has(fact.question));
}
