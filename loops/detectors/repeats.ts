import type { Call } from '../call.ts';
import { isSilent, isSilentInWords } from '../facts/acknowledged.ts';
import { isWrite } from '../facts/effect.ts';
import { followsItself, gapOf, isFailure, isRepeat } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import { countsAsRepeat, takesNext } from './counted.ts';
import type { Finding } from './finding.ts';
import { hasWaited, isPause, waitedAsTold } from '../facts/pauses.ts';
import { areSentTogether, kindOfRepeat } from './repeat-kind.ts';
import { Asked } from '../facts/asked.ts';
import { Said } from '../facts/said.ts';
import { makeThings, namesDeed } from '../facts/likeness.ts';
import { isRequest } from '../facts/requests.ts';
import type { Scope, Streak } from '../facts/scope.ts';

/** A second equal call can be honest, a third is not under any reading. */
const ALERT_AT = 3;
/** A write that is made twice has already done its damage. */
const WRITE_ALERT_AT = 2;
/** With more calls than this between two looks at one thing, looking again is ordinary care... */
const CLOSE_GAP = 2;
/** ...until it has been looked at so often: the mark at which any turn is worth a look. */
const DISTANT_ALERT_AT = 6;
/** So many steps that are only acknowledged may be what it takes to get somewhere. */
const STEPS_TO_ALERT = 12;
/** Whoever waits for a state to pass may ask this often before the waiting itself is the fault. */
const PATIENCE = 30;
/** An answer of fewer words is an acknowledgement. */
const MIN_ANSWERED = 3;
/** Whoever lets time pass before each look may look so often. */
const LOOKS_AFTER_PAUSES = 10;
/** A failure that is got over after a few attempts was worth retrying; after so few it is not worth a word. */
const WORTH_RETRYING = 6;
const NO_WORD = 3;

/** One call asked twice in a row is a slip; with a second slip it is a habit, which counts with all that was asked twice in the turn. */
const HABIT_TO_WATCH = 2;
const HABIT_TO_ALERT = 3;

/** The same question with the same answer, with nothing that could have changed it between. */
export function findRepeats(scope: Scope): Finding[] {
  const findings: Finding[] = doneTwice(scope);
  const slips: Fact[][] = [];
  let slipped = 0;
  let repeated = 0;
  const paces = pacesOf(scope.streaks);
  for (const streak of scope.streaks.flatMap((whole) => betweenWrites(whole))) {
    if (streak.facts.length < 2 || isPausing(streak.facts) || isAtPace(streak, paces)) continue;
    const finding = judge(streak, scope);
    if (finding !== null) findings.push(finding);
    if (isHonest(streak)) continue;
    if (finding?.severity === 'watch' && isPaced(streak.facts, scope)) continue;
    repeated += streak.facts.length - 1;
    const runs = runsInARow(streak.facts);
    for (const run of runs) slipped += run.length - 1;
    if (finding?.severity !== 'alert') for (const run of runs) slips.push(run);
  }
  if (slipped < HABIT_TO_WATCH) return findings;
  const severity = repeated >= HABIT_TO_ALERT ? 'alert' : 'watch';
  return [...findings, ...habit(slips, severity)];
}

/** Waiting, steps that are only acknowledged, and things that are made are no slips. */
function isHonest({ facts, endedBy }: Streak): boolean {
  const [first] = facts;
  if (endedBy !== null || first === undefined) return true;
  return isWaiting(facts) || isSilent(first) || makeThings(facts);
}

/** A question whose answer has moved on so often is a poll... */
const MOVES_OF_POLL = 2;
/** ...which may stand still for so many times as long as it has before. */
const PATIENCE_OF_POLL = 2;

interface Pace {
  moves: number;
  /** How often the same answer has come in a row at most before the next one came. */
  longest: number;
}

/** How the questions have moved on that have not stood still: by their number. After a known write an answer is that to the write. */
function pacesOf(streaks: readonly Streak[]): Map<number, Pace> {
  const paces = new Map<number, Pace>();
  for (const { facts } of streaks) {
    const [news] = facts;
    if (news?.relation !== 'news' || news.excuse === 'write' || isFailure(news)) continue;
    const { before } = news;
    if (before === null || isFailure(before)) continue;
    const pace = paces.get(news.question) ?? { moves: 0, longest: 0 };
    pace.moves += 1;
    pace.longest = Math.max(pace.longest, runUpTo(before));
    paces.set(news.question, pace);
  }
  return paces;
}

/** How often the same answer had come in a row. */
function runUpTo(last: Fact): number {
  let run = 1;
  for (let fact = last; isSameAsBefore(fact) && fact.before !== null; fact = fact.before) run += 1;
  return run;
}

function isSameAsBefore({ before, answer, relation }: Fact): boolean {
  return before !== null && (relation === 'near' || before.answer === answer);
}

/** Whether a poll that moves on stands still no longer than it is used to. */
function isAtPace({ facts }: Streak, paces: ReadonlyMap<number, Pace>): boolean {
  const pace = paces.get(facts[0]?.question ?? -1);
  if (pace === undefined || pace.moves < MOVES_OF_POLL) return false;
  return longestRun(facts) <= pace.longest * PATIENCE_OF_POLL;
}

/** Equal answers one after the other, without another answer to the same question between. */
function longestRun(facts: readonly Fact[]): number {
  let longest = 0;
  let run = 0;
  for (const [index, fact] of facts.entries()) {
    run = index > 0 && fact.before === facts[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** After a known write the question is a new one, whatever it answers. */
function betweenWrites({ facts, endedBy }: Streak): Streak[] {
  if (facts.every((fact) => fact.excuse !== 'write')) return [{ facts, endedBy }];
  const parts: Streak[] = [];
  for (const fact of facts) {
    const part = parts.at(-1);
    if (part === undefined || fact.excuse === 'write') parts.push({ facts: [fact], endedBy: null });
    else part.facts.push(fact);
  }
  const last = parts.at(-1);
  if (last !== undefined) last.endedBy = endedBy;
  return parts;
}

/** The answer got lost on its way back. */
const LOST = /\b(?:reset|closed|lost|aborted|hang up|fetch failed|broken pipe)\b/i;

/** A write whose answer was lost may have been done; made again at once, and done by its own words, there are two of it. */
function doneTwice({ streaks }: Scope): Finding[] {
  return streaks.flatMap(({ facts, endedBy }) => {
    const last = facts.at(-1);
    if (last === undefined || endedBy?.before !== last || !isWrite(last.call)) return [];
    const isLost =
      last.call.errorClass === 'timeout' ||
      (last.call.errorClass === 'connection' && LOST.test(last.said.text));
    if (!isLost || !followsItself(endedBy) || !namesDeed(endedBy)) return [];
    return [{ kind: 'transport', severity: 'alert', facts: [...facts, endedBy] }];
  });
}

function habit(slips: readonly Fact[][], severity: Finding['severity']): Finding[] {
  return slips.map((facts) => ({ kind: kindOfRepeat(facts), severity, facts }));
}

/** The parts of a streak in which the same call follows upon itself, in another model answer. */
function runsInARow(facts: readonly Fact[]): Fact[][] {
  const runs: Fact[][] = [];
  let run: Fact[] = [];
  for (const fact of facts) {
    const last = run.at(-1);
    const follows =
      last !== undefined &&
      followsItself(fact) &&
      isRepeat(fact) &&
      last.call.step !== fact.call.step;
    if (!follows) run = [];
    run.push(fact);
    if (run.length === 2) runs.push(run);
  }
  return runs;
}

function judge(streak: Streak, scope: Scope): Finding | null {
  const { facts } = streak;
  const severity = severityOf(streak, scope);
  if (severity === null) return null;
  const isPatient = severity === 'alert' && isPaced(facts, scope);
  return { kind: kindOfRepeat(facts), severity: isPatient ? 'watch' : severity, facts };
}

/** Whether whoever looks again has let time pass each time before: a pause, a look that itself waits, or the wait that a limit asked for. */
function isPaced(facts: readonly Fact[], scope: Scope): boolean {
  const [first, ...others] = facts;
  if (first === undefined || facts.length > LOOKS_AFTER_PAUSES) return false;
  const isRejected = isFailure(first);
  if (isRejected ? !facts.every(passesWithTime) : isWrite(first.call)) return false;
  return others.every((fact, index) => {
    const before = facts[index] ?? first;
    if (isRejected ? isLimit(fact) && waitedAsTold(before, fact) : hasWaited(fact)) return true;
    if (isLimit(fact) && hasWaited(fact)) return true;
    return scope.facts.slice(before.at + 1, fact.at).some((each) => isPause(each));
  });
}

/** Over such a fault time helps, and nothing was done: a limit, or for whoever only looks what does not answer yet. */
function passesWithTime(fact: Fact): boolean {
  const { effect, errorClass } = fact.call;
  const isDown = errorClass === 'server_error' || errorClass === 'connection';
  return isLimit(fact) || (effect === 'read' && isDown);
}

function isLimit({ call }: Fact): boolean {
  return call.errorClass === 'rate_limited';
}

function severityOf(streak: Streak, scope: Scope): Finding['severity'] | null {
  const { facts, endedBy } = streak;
  const [first] = facts;
  if (first === undefined) return null;
  if (isFailure(first)) return severityOfFailures(streak);
  // What was written twice stays written, whatever it answers the next time.
  const isOver = endedBy !== null && !isWrite(first.call);
  if (isOver) {
    const isShort = facts.length < ALERT_AT;
    return isShort || isPendingAt(first) || isPaced(facts, scope) ? null : 'watch';
  }
  if (isLoop(facts, scope)) return isWaiting(facts) ? 'watch' : 'alert';
  if (isWaiting(facts)) return null;
  // Making another after something else was done is what it takes.
  if (makeThings(facts)) return null;
  const unmoved = facts.filter((fact) => fact.excuse !== 'progress' && !takesNext(fact, scope));
  return unmoved.length >= DISTANT_ALERT_AT ? 'watch' : null;
}

function isLoop(facts: readonly Fact[], scope: Scope): boolean {
  const [first] = facts;
  if (first === undefined) return false;
  const isWritten = isWrite(first.call) || madeTwoThings(facts);
  const steps = stepsToAlert(facts);
  const counts: Counts = { all: 0, close: 0, adjacent: 0 };
  for (const fact of facts) {
    if (!countsAsRepeat(fact, scope)) continue;
    counts.all += 1;
    if (gapOf(fact) <= CLOSE_GAP) counts.close += 1;
    if (followsItself(fact)) counts.adjacent += 1;
    if (isWritten && counts.adjacent >= WRITE_ALERT_AT - 1) return true;
    if (isRequestAgain(fact) || (steps === null ? isEnough(counts) : counts.all >= steps - 1))
      return true;
  }
  const isLookInARow = first.call.effect === 'read' && counts.adjacent === counts.all;
  return steps !== null && isLookInARow && counts.all >= DISTANT_ALERT_AT - 1;
}

/** How often a question has been asked again, closely, and at once. */
interface Counts {
  all: number;
  close: number;
  adjacent: number;
}

function isEnough({ all, close }: Counts): boolean {
  return close >= ALERT_AT - 1 || all >= DISTANT_ALERT_AT - 1;
}

/** How often what may be wanted again has to come; null where once more is too often. */
function stepsToAlert(facts: readonly Fact[]): number | null {
  const [first] = facts;
  if (first === undefined || makeThings(facts)) return DISTANT_ALERT_AT;
  if (isSilentInWords(first)) return STEPS_TO_ALERT;
  return isSilent(first) ? DISTANT_ALERT_AT : null;
}

/** A request in whole sentences, made again word for word in another model answer, is answered by somebody's work once more. */
function isRequestAgain(fact: Fact): boolean {
  return (
    followsItself(fact) &&
    fact.before?.call.step !== fact.call.step &&
    fact.call.effect !== 'read' &&
    fact.said.tells(MIN_ANSWERED) &&
    isRequest(fact)
  );
}

/** Two calls sent together whose equal answers name two deeds: whatever was declared, it was done twice. */
function madeTwoThings(facts: readonly Fact[]): boolean {
  const [first, second] = facts;
  if (facts.length !== 2 || first?.call.effect !== 'unknown' || second === undefined) return false;
  return first.said.text !== second.said.text && areSentTogether(facts);
}

/** Whether getting this answer again may be honest: it waits for a state to pass, or only acknowledges a step. */
export function isPatient(call: Call): boolean {
  const said = new Said(call.text);
  return said.isPending || isSilent({ call, said, asked: new Asked(call.text, []) });
}

/** Asking after a state that is going to pass is waiting, for a while; bringing about another one is not. */
function isWaiting(facts: readonly Fact[]): boolean {
  const [first] = facts;
  return first !== undefined && isPendingAt(first) && !makeThings(facts) && facts.length < PATIENCE;
}

/** A pause asks nothing, so that making another is no question repeated. */
function isPausing(facts: readonly Fact[]): boolean {
  return facts.length < PATIENCE && facts[0] !== undefined && isPause(facts[0]);
}

function isPendingAt({ said }: Fact): boolean {
  return said.isPending;
}

function severityOfFailures({ facts, endedBy }: Streak): Finding['severity'] | null {
  const [first] = facts;
  if (first === undefined) return null;
  const wantedCalls =
    isWrite(first.call) && first.family === 'transport' ? WRITE_ALERT_AT : ALERT_AT;
  const counted = facts.filter((fact) => fact.excuse !== 'write' && fact.excuse !== 'maybe_write');
  if (endedBy !== null && facts.length <= NO_WORD && first.family === 'transport') return null;
  if (first.call.errorClass === 'timeout' && isPendingAt(first) && facts.length < PATIENCE)
    return facts.length >= DISTANT_ALERT_AT ? 'watch' : null;
  if (counted.length < wantedCalls) return facts.length >= DISTANT_ALERT_AT ? 'watch' : null;
  return endedBy !== null && facts.length <= WORTH_RETRYING ? 'watch' : 'alert';
}
