import { isEcho } from '../facts/echoes.ts';
import { isWrite } from '../facts/effect.ts';
import { gapBetween, isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import { isReordered, isSameInOtherWords } from '../facts/likeness.ts';
import { kindOfUnmarked } from './repeat-kind.ts';
import { moveBetween } from '../facts/rewording.ts';
import type { Move } from '../facts/rewording.ts';
import { isAcknowledgement, isAllClear, isBare, saysEnd, saysUnable } from '../facts/says.ts';
import { PrintSet } from '../facts/print-set.ts';
import { partPrint } from '../facts/prints.ts';
import type { Scope } from '../facts/scope.ts';
import { differOnlyInPassing } from '../facts/veil.ts';

/** Two wordings can be a correction; the third with the same answer shows that the words do not matter. */
const ALERT_AT = 3;
/** Where it is not declared that the tool only reads, or where only numbers move, equal answers can be work done: then it takes more. */
const CAUTIOUS_ALERT_AT = 6;
/** So many numbered things that are all alike are gone through for nothing. */
const PATIENT_ALERT_AT = 20;
/** With more other calls than this between, it is another question. */
const MAX_GAP = 3;
/** An answer of fewer words tells nothing that could be the same. */
const MIN_TOLD = 2;
const MIN_TOLD_UNDECLARED = 3;
/** No acknowledgement is that long. */
const MIN_LENGTH = 400;
/** A list of which no more than this share is new is the old list. */
const NEW_THINGS = 1 / 3;
/** A confirmation takes fewer words than this. */
const MIN_SUBSTANCE = 8;
const MAX_VERDICT = 120;
/** Whoever reports in so many words has found something out. */
const MIN_REPORTED = 16;
/** An answer at length takes at least as many. */
const MIN_AT_LENGTH = 12;
/** No receipt names so many things. */
const MIN_LISTED = 3;

/** One tool, moving arguments, one answer: empty results, equal answers and lists of the same things. Each call is read once. */
export function createStagnationFinder(): (scope: Scope) => Finding[] {
  const readings = new Map<number, Reading>();
  return (scope) => {
    const findings: Finding[] = [];
    for (const { id, facts } of scope.tools) {
      if (facts.length < ALERT_AT) continue;
      const reading = readings.get(id) ?? startReading();
      readings.set(id, reading);
      readOn(reading, facts);
      for (const quiet of reading.found) {
        const finding = quiet.run.length < ALERT_AT ? null : judge(quiet);
        if (finding !== null) findings.push(finding);
      }
    }
    return findings;
  };
}

/** A stretch in which a tool is asked on and says nothing that it has not said before. */
interface Quiet {
  run: Fact[];
  /** The answer soon after that told something new. */
  endedBy: Fact | null;
  /** How the arguments move in its steps, as far as those have been compared. */
  moves: Record<Move, number>;
  compared: number;
}

/** How far the calls of a tool have been read. */
interface Reading {
  at: number;
  /** The last one goes on; of those that are over only the long ones are kept. */
  found: Quiet[];
  said: Told;
}

function startReading(): Reading {
  return { at: 0, found: [], said: startTelling() };
}

function startQuiet(): Quiet {
  return { run: [], endedBy: null, moves: { reworded: 0, counted: 0, other: 0 }, compared: 1 };
}

function readOn(reading: Reading, facts: readonly Fact[]): void {
  let quiet = reading.found.at(-1) ?? null;
  for (; reading.at < facts.length; reading.at += 1) {
    const fact = facts[reading.at];
    // Arguments that are not known are not known to move.
    if (fact === undefined || isFailure(fact)) continue;
    if (fact.call.identity === null || fact.answer === '') continue;
    const last = quiet?.run.at(-1);
    const isNear = last !== undefined && gapBetween(last, fact) <= MAX_GAP;
    if (quiet === null || !isNear || isNews(fact, reading.said)) {
      if (quiet !== null && isNear) quiet.endedBy = fact;
      if (quiet !== null) leave(quiet, reading);
      quiet = startQuiet();
      reading.found.push(quiet);
      reading.said = startTelling();
    }
    quiet.run.push(fact);
    note(fact, reading.said);
  }
}

/** A stretch that is over is kept where it is long; of a short one, not even what its texts were read for. */
function leave({ run }: Quiet, { found }: Reading): void {
  if (run.length >= ALERT_AT) return;
  found.pop();
  for (const { said } of run) said.forget();
}

/** What a tool has said in a stretch. */
interface Told {
  answers: Set<string>;
  things: PrintSet | null;
  /** What has been said since the things were counted: they are counted only where another list comes. */
  uncounted: Fact[];
  last: Fact | null;
}

function startTelling(): Told {
  return { answers: new Set(), things: null, uncounted: [], last: null };
}

function note(fact: Fact, said: Told): void {
  said.answers.add(fact.answer);
  said.uncounted.push(fact);
  said.last = fact;
}

function countThings(said: Told): PrintSet {
  const things = (said.things ??= new PrintSet());
  for (const fact of said.uncounted)
    for (const thing of thingsIn(fact) ?? []) things.add(partPrint(thing));
  said.uncounted.length = 0;
  return things;
}

function thingsIn({ call, said }: Fact): readonly string[] | null {
  return said.things ?? (call.effect === 'read' ? said.listed : null);
}

function isNews(fact: Fact, said: Told): boolean {
  if (said.answers.has(fact.answer)) return false;
  const { last } = said;
  if (last === null) return true;
  if (isNothing(fact) && isNothing(last)) return false;
  return !listsTheSame(last, fact, said) && !saysTheSame(last, fact);
}

/** A list of known things; a shorter list is a choice from the longer one. */
function listsTheSame(last: Fact, fact: Fact, said: Told): boolean {
  const things = thingsIn(fact);
  if (things === null) return false;
  const listed = thingsIn(last)?.length ?? 0;
  if (things.length < listed * (1 - NEW_THINGS)) return false;
  const known = countThings(said);
  let added = 0;
  for (const thing of things) {
    if (!known.has(partPrint(thing))) added += 1;
    if (added > things.length * NEW_THINGS) return false;
  }
  return true;
}

function saysTheSame(before: Fact, now: Fact): boolean {
  if (differOnlyInPassing(before, now) || isSameInOtherWords(before, now, false)) return true;
  if (now.call.effect === 'read' && isReordered(before, now)) return true;
  return isEcho(now) && isEcho(before);
}

function judge(quiet: Quiet): Finding | null {
  const { run } = quiet;
  const [first] = run;
  if (first === undefined || isWrite(first.call)) return null;
  if (run.every(({ question }) => question === first.question)) return null;
  if (run.every((fact) => saysEnd(fact.said.text)))
    return { kind: isNothing(first) ? 'empty' : 'stagnant', severity: 'alert', facts: run };
  const isEmpty = run.every((fact) => isNothing(fact));
  const isSaid = isOneSentence(run) && tells(first);
  if (isEmpty && !isSaid) return judgeEmpty(quiet);
  if (run.every((fact) => isEcho(fact))) return judgeEchoes(quiet);
  const same = !tells(first) || saysThatAllIsDone(first) ? null : judgeSame(quiet, first);
  return same ?? (isEmpty && mostMoves(quiet) === 'reworded' ? judgeEmpty(quiet) : null);
}

/** All is in order, or was done; whoever says more, or that he cannot, has found something out. */
function saysThatAllIsDone({ said }: Fact): boolean {
  if (isAllClear(said.text)) return !said.tells(MIN_AT_LENGTH);
  return isAcknowledgement(said.text) && !said.tells(MIN_REPORTED) && !saysUnable(said.text);
}

function judgeSame(quiet: Quiet, first: Fact): Finding | null {
  const { run } = quiet;
  const rejection = kindOfUnmarked(run, mostMoves(quiet) === 'other');
  if (rejection !== null) return { kind: rejection, severity: 'alert', facts: run };
  const isRead = first.call.effect === 'read';
  const isSure = isRead ? movesInWords(quiet) : isSubstantial(quiet);
  const isLong = run.length >= CAUTIOUS_ALERT_AT;
  if (!isSure && !isLong) return null;
  const isOfAll = isListOfAll(run, first) || saysUnable(first.said.text);
  if (isVerdict(first) && !isOfAll && isOfOthers(quiet)) return null;
  const kind =
    run.every((fact) => isNothing(fact)) && (isRead || isInWords(first)) ? 'empty' : 'stagnant';
  const finding: Finding = { kind, severity: 'alert', facts: run };
  return isRead ? finding : { ...finding, likely: true };
}

/** A sentence, and no page that holds one: that is an answer of whoever serves it. */
function isInWords({ said }: Fact): boolean {
  return said.saysNothingFound && !said.text.includes('<');
}

/** Asked of other things, or of numbered ones as long as they are not all there is. */
function isOfOthers(quiet: Quiet): boolean {
  const moves = mostMoves(quiet);
  return moves === 'other' || (moves === 'counted' && quiet.run.length < PATIENT_ALERT_AT);
}

/** A list which answers one question; where the tool may write, the names in a receipt are none. */
function isListOfAll(run: readonly Fact[], first: Fact): boolean {
  if (first.said.things === null) return false;
  return namesRecords(first) || (first.call.effect === 'read' && keepsSubject(run));
}

/** A list of things with ids or addresses of their own, which belong to one question. */
function namesRecords({ said: { things } }: Fact): boolean {
  return (
    things !== null && things.length >= MIN_LISTED && things.every((name) => /^\w+=/.test(name))
  );
}

/** A short answer about one thing: of other things it may well be true, too. */
function isVerdict({ said }: Fact): boolean {
  if (said.text.length > MAX_VERDICT) return false;
  return !said.tells(MIN_SUBSTANCE);
}

/** Printing the same in other words is talk; printing other things may be the work. */
function judgeEchoes(quiet: Quiet): Finding | null {
  if (mostMoves(quiet) !== 'reworded') return null;
  return { kind: 'stagnant', severity: 'watch', facts: quiet.run };
}

/** Where only numbers move, all of it moves, or the text is not at hand, equal answers can be those of other things. */
function movesInWords(quiet: Quiet): boolean {
  const { run } = quiet;
  if (run[0]?.call.text === undefined) return false;
  const moves = mostMoves(quiet);
  return moves === 'reworded' || (moves === 'other' && keepsSubject(run));
}

/** Some argument in words stays the same while others move: they ask for one thing in other ways. */
function keepsSubject(run: readonly Fact[]): boolean {
  const [first, ...others] = run;
  return [...(first?.asked.fields ?? [])].some(
    ([name, value]) =>
      /\p{L}{2}/u.test(value) && others.every(({ asked }) => asked.fields.get(name) === value),
  );
}

/** A tool that may write confirms in few words; one that says the same at length to the same request in other words has answered. */
function isSubstantial(quiet: Quiet): boolean {
  const { run } = quiet;
  const isList = run.every((fact) => (thingsIn(fact)?.length ?? 0) >= MIN_LISTED);
  const isText = run[0]?.said.tells(MIN_AT_LENGTH) === true && isOneSentence(run);
  return (isList || isText) && mostMoves(quiet) === 'reworded';
}

/** The same words each time, even if they say that nothing was found: then the answer is the same rather than empty. */
function isOneSentence(run: readonly Fact[]): boolean {
  const result = run[0]?.said.veiled ?? '';
  return run.every(({ said }) => said.veiled === result) && !isBare(result);
}

/**
 * Asking the same in other words is a loop. Going through dates or places that are all empty may be the work itself, and texts
 * that speak of absence and differ in numbers are parts of something.
 */
function judgeEmpty(quiet: Quiet): Finding | null {
  const { run, endedBy } = quiet;
  const [first] = run;
  if (first === undefined || !isAnswer(first)) return null;
  const inWords = run.every((fact) => fact.said.saysNothingFound);
  const moves = mostMoves(quiet);
  if (moves !== 'reworded' && isAllClear(first.said.text)) return null;
  // Counting on until something is there is waiting that is over.
  if (moves === 'counted' && (inWords || endedBy !== null)) return null;
  const isLoop = moves === 'reworded';
  if (isLoop) return { kind: 'empty', severity: 'alert', facts: run };
  return run.length < CAUTIOUS_ALERT_AT ? null : { kind: 'empty', severity: 'watch', facts: run };
}

/** How the arguments move in most steps of a run; repeats of equal arguments aside. */
function mostMoves(quiet: Quiet): Move {
  const { run, moves } = quiet;
  for (; quiet.compared < run.length; quiet.compared += 1) {
    const [before, fact] = [run[quiet.compared - 1], run[quiet.compared]];
    if (before === undefined || fact === undefined || before.question === fact.question) continue;
    moves[moveBetween(before, fact)] += 1;
  }
  if (moves.reworded >= moves.counted && moves.reworded >= moves.other) return 'reworded';
  return moves.counted >= moves.other ? 'counted' : 'other';
}

function isNothing(fact: Fact): boolean {
  return fact.call.resultKind === 'empty' || fact.said.saysNothingFound;
}

/** An empty list is an answer, and so is a sentence; an empty text is one only of a tool that reads, others are silent when they succeed. */
function isAnswer({ call, said }: Fact): boolean {
  return call.effect === 'read' || /^\s*[[{]/.test(said.text) || said.saysNothingFound;
}

function tells({ call, said }: Fact): boolean {
  const isRead = call.effect === 'read';
  if (call.text === undefined) return isRead;
  if (said.text.length >= MIN_LENGTH) return true;
  if (isRead && said.things !== null) return true;
  return said.tells(isRead ? MIN_TOLD : MIN_TOLD_UNDECLARED);
}
