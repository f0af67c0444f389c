import { isFailure, isRepeat } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from '../detectors/finding.ts';
import type { Evidence, LoopKind } from '../loop.ts';
import { append } from '../groups.ts';
import { wasGivenUp } from '../detectors/repeat-kind.ts';
import { wastedOf } from './wasted.ts';
import { foundNothing } from './wording.ts';
import { isStateSet } from '../facts/says.ts';

/** The confirming test of a finding: what holds for how many of its calls, and the kinds that this rules out. */
export function testOf(finding: Finding): { evidence: Evidence[]; excludes: LoopKind[] } {
  const { kind, facts } = finding;
  const evidence = [argumentsEqual(facts), resultsEqual(facts), errors(facts)];
  const special = SPECIAL[kind];
  if (special !== undefined) evidence.push(special(facts, finding));
  return { evidence, excludes: excluded(facts).filter((other) => other !== kind) };
}

/** Reworded calls have one identity and several signatures: their arguments are not equal, and it is not said that they are. */
function argumentsEqual(facts: readonly Fact[]): Evidence {
  const sameQuestion = largest(facts.map((fact) => fact.question));
  const sameText = largest(facts.map(({ call, question }) => call.signature ?? question));
  const claim = sameText < sameQuestion ? 'identity equal, in other words' : 'arguments equal';
  return { claim, holds: sameQuestion, of: facts.length };
}

/** Results count as equal where they differ in passing only, or say the same in other words. */
function resultsEqual(facts: readonly Fact[]): Evidence {
  const repeated = new Set<number>();
  for (const fact of facts)
    if (isRepeat(fact)) repeated.add(fact.at).add(fact.before?.at ?? fact.at);
  const holds = facts.filter(({ at }) => repeated.has(at)).length;
  const claim = 'results equal';
  if (holds === facts.length) return { claim, holds, of: facts.length };
  const listed = listsEqual(facts);
  if (listed > Math.max(holds, 1))
    return { claim: 'results list the same things', holds: listed, of: facts.length };
  const least = Math.max(holds, facts.some((fact) => answerBehindVeil(fact) !== '') ? 1 : 0);
  const most = Math.max(least, largest(answersOfMore(facts, least)));
  return { claim, holds: most, of: facts.length };
}

/** A list of which so much stands in the first is the same list. */
const SAME_LIST = 2 / 3;

/** How many results list what the first does, in whatever order and with whatever scores; 0 where any lists nothing. */
function listsEqual(facts: readonly Fact[]): number {
  if (facts.some((fact) => isFailure(fact))) return 0;
  const lists = facts.map(({ said }) => said.things ?? said.listed ?? []);
  const [first = []] = lists;
  const known = new Set(first);
  if (lists.some((list) => list.length === 0) || new Set(facts.map(answerBehindVeil)).size === 1)
    return 0;
  return lists.filter(
    (list) => list.filter((thing) => known.has(thing)).length >= list.length * SAME_LIST,
  ).length;
}

/** The answers that more than so many can have given, by what no veil covers. */
function answersOfMore(facts: readonly Fact[], atLeast: number): string[] {
  const alike = new Map<number, Fact[]>();
  for (const fact of facts) append(alike, fact.said.plain, fact);
  return [...alike.values()]
    .filter((group) => group.length > atLeast)
    .flatMap((group) => group.map((fact) => answerBehindVeil(fact)));
}

function answerBehindVeil({ answer, call, said }: Fact): string {
  return said.text === '' || call.outcome === 'error' ? answer : said.veiled;
}

function errors(facts: readonly Fact[]): Evidence {
  return {
    claim: 'errors',
    holds: facts.filter((fact) => isFailure(fact)).length,
    of: facts.length,
  };
}

type Test = (facts: readonly Fact[], finding: Finding) => Evidence;

/** What is asked of one kind only. */
const SPECIAL: Partial<Record<LoopKind, Test>> = {
  cycle: (facts) => answeredBefore(facts),
  interleaved: counting('asked before with the same answer', isRepeat),
  stagnant: (facts) => ({ claim: 'ways of asking', holds: distinct(facts), of: facts.length }),
  sweep: (facts, finding) => ({
    claim: 'parts that held nothing new',
    holds: wastedOf(finding).length,
    of: facts.length,
  }),
  validation: (facts) => sameErrors(facts),
  denied: (facts) => sameErrors(facts),
  transport: (facts) => passingFaults(facts),
  empty: (facts) => emptiness(facts),
  noop_write: counting('writes that leave things as they were', (fact) =>
    isStateSet(fact.said.text),
  ),
  clock_wait: counting('results that only tell the time', (fact) => fact.said.isClock),
  batch: (facts) => together(facts),
  duplicate_dispatch: (facts) => together(facts),
  reverify: counting('looks after the work was done', ({ call }) => call.effect === 'read'),
};

function counting(
  claim: string,
  holds: (fact: Fact) => boolean,
): (facts: readonly Fact[]) => Evidence {
  return (facts) => ({
    claim,
    holds: facts.filter((fact) => holds(fact)).length,
    of: facts.length,
  });
}

function sameErrors(facts: readonly Fact[]): Evidence {
  const texts = facts.map((fact) => fact.call.errorTemplate || fact.answer);
  const claim = facts.some((fact) => isFailure(fact))
    ? 'error texts the same'
    : 'refusals the same';
  return { claim, holds: largest(texts), of: facts.length };
}

/** Where the arguments move, the same tool has given the same answer in an earlier lap. */
function answeredBefore(facts: readonly Fact[]): Evidence {
  const known = new Set<string>();
  const again = facts.filter((fact) => {
    const lap = `${fact.toolId} ${fact.answer}`;
    const isKnown = isRepeat(fact) || known.has(lap);
    known.add(lap);
    return isKnown;
  });
  const isAsked = facts.some((fact) => isRepeat(fact));
  const claim = isAsked ? 'asked before with the same answer' : 'answered as before';
  return { claim, holds: again.length, of: facts.length };
}

/** Without a fault, the answer came later than clients wait. */
function passingFaults(facts: readonly Fact[]): Evidence {
  if (facts.some((fact) => isFailure(fact)))
    return counting('passing faults', ({ family }) => family === 'transport')(facts);
  return counting('answers later than clients wait', wasGivenUp)(facts);
}

/** Empty, or in words. */
function emptiness(facts: readonly Fact[]): Evidence {
  if (facts.some(({ call }) => call.resultKind === 'empty'))
    return counting('results empty', foundNothing)(facts);
  return counting(
    'results that say nothing was found',
    (fact) => foundNothing(fact) || fact.said.linesSayingAbsence.length > 0,
  )(facts);
}

function together(facts: readonly Fact[]): Evidence {
  const steps = facts.map(({ call }) => String(call.step));
  return { claim: 'in one model answer', holds: largest(steps), of: facts.length };
}

function distinct(facts: readonly Fact[]): number {
  return new Set(facts.map((fact) => fact.question)).size;
}

/** Kinds that the arguments, the outcomes and the times rule out. */
function excluded(facts: readonly Fact[]): LoopKind[] {
  const kinds: LoopKind[] = [];
  const failed = facts.filter((fact) => isFailure(fact));
  const passing = failed.filter((fact) => fact.family === 'transport');
  const oneQuestion = new Set(facts.map((fact) => fact.question)).size === 1;
  if (failed.length === 0) kinds.push('validation', 'transport', 'denied');
  if (failed.length === facts.length) kinds.push('empty', 'stagnant');
  if (failed.length > 0 && passing.length === 0) kinds.push('transport');
  if (failed.length > 0 && passing.length === failed.length) kinds.push('validation');
  kinds.push(...(oneQuestion ? (['stagnant', 'sweep', 'cycle'] as const) : (['exact'] as const)));
  const steps = new Set(facts.map((fact) => fact.call.step));
  if (steps.size === facts.length) kinds.push('batch', 'duplicate_dispatch');
  return [...new Set(kinds)];
}

/** Size of the largest group of equal values; empty text equals nothing. */
function largest(values: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  let most = 0;
  for (const value of values) {
    if (value === '') continue;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    most = Math.max(most, count);
  }
  return most;
}
