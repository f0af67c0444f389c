import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Scope } from '../facts/scope.ts';
import type { Finding } from './finding.ts';

/** Agents that hand on in a round. */
const MAX_PERIOD = 8;
/** Two laps can be a correction and its check; the third shows the ring. */
const LAPS_TO_ALERT = 3;
const MAX_TEXT = 1_000;
/** An answer of fewer words is an acknowledgement. */
const MIN_ANSWERED = 3;

/**
 * Agents that hand one thing on to each other, in ever other words, while none of them does anything with it: each calls the same tool
 * with the same answer lap after lap, with nothing between. Calls in equal words are a ring that is found as such.
 */
export function createHandoverFinder(): (scope: Scope) => Finding[] {
  const rounds: Fact[][] = [];
  let open: Fact[] = [];
  let period = 0;
  let at = 0;
  return ({ facts, agents }) => {
    if (agents.size < 2) return [];
    for (; at < facts.length; at += 1) {
      const fact = facts[at];
      if (fact === undefined) continue;
      const goesOn = period > 0 && isNextLap(facts[at - period], fact);
      if (goesOn) open.push(fact);
      else {
        period = periodAt(facts, at);
        open = period === 0 ? [] : facts.slice(at - period, at + 1);
      }
      if (goesOn && open.length === LAPS_TO_ALERT * period) rounds.push(open);
    }
    return rounds.flatMap((round) => judge(round));
  };
}

/** How long ago the same agent called the same tool with the same answer, others between; 0 where it has not. */
function periodAt(facts: readonly Fact[], at: number): number {
  const fact = facts[at];
  if (fact === undefined) return 0;
  for (let period = 1; period <= MAX_PERIOD; period += 1) {
    const before = facts[at - period];
    if (before === undefined) return 0;
    if (before.call.agent !== fact.call.agent) continue;
    return period > 1 && isNextLap(before, fact) ? period : 0;
  }
  return 0;
}

function isNextLap(before: Fact | undefined, fact: Fact): boolean {
  if (before === undefined || before.toolId !== fact.toolId || isFailure(fact)) return false;
  return before.answer !== '' && before.answer === fact.answer;
}

/** Where the words are about other things each time, it may be talk that gets on; so it may where all speak through one tool
 * that only acknowledges. */
function judge(round: readonly Fact[]): Finding[] {
  const known = new Map<number, Fact>();
  let on = 0;
  for (const fact of round) {
    const before = known.get(fact.toolId);
    known.set(fact.toolId, fact);
    if (before !== undefined && isOnOneThing(before, fact)) on += 1;
  }
  const laps = round.length - known.size;
  if (known.size < 2 || 2 * on <= laps || !round.every(({ said }) => said.tells(1))) return [];
  const isAnswered = round.every(({ said }) => said.tells(MIN_ANSWERED));
  const names = new Set(round.map(({ call }) => call.tool));
  const severity = names.size > 1 || isAnswered ? 'alert' : 'watch';
  return [{ kind: 'cycle', severity, facts: [...round], isRing: true }];
}

/** Equal words, or some that both have in common beside those of any sentence. */
function isOnOneThing(before: Fact, now: Fact): boolean {
  if (before.question === now.question) return true;
  const words = wordsOf(before);
  return [...wordsOf(now)].some((word) => words.has(word));
}

function wordsOf({ asked }: Fact): Set<string> {
  const text = [...asked.fields.values()].join(' ').slice(0, MAX_TEXT).toLowerCase();
  return new Set(text.match(/\p{L}{5,}/gu));
}
