import { gapBetween, isFailure, rejecterOf } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import { kindOfFailure } from './repeat-kind.ts';
import { goElsewhere, moveBetween } from '../facts/rewording.ts';
import { tellingWords, tellsOfTests } from '../facts/says.ts';
import type { Scope } from '../facts/scope.ts';

/** The first rejection informs, the second can be a slip, the third shows that the message does not help. */
const ALERT_AT = 3;
/** Failures in a row that only begin alike: so many are worth a look whatever they say. */
const STORM_AT = 6;
/** With more other calls than this between them, two rejections are two mistakes. */
const MAX_GAP = 3;
/** So many may lie between those that make the alert. */
const CLOSE_GAP = 2;
/** Guesses that arrive after a few attempts were worth making. */
const WORTH_RETRYING = 6;
const MAX_MESSAGE = 300;
/** Fewer words give no reason. */
const MIN_TOLD = 3;
/** Fewer words name nothing that is not there. */
const MIN_NAMED = 4;
/** Messages that begin with the same words come from the same place. */
const OPENING = 40;
/** They stand within so many characters, mark-up included. */
const MAX_ORIGIN = 600;

/** One tool rejects moving arguments: for the same reason three times, or with failures of one kind many times. */
export function findRejections(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  for (const [rejecter, facts] of byFailingTool(scope)) {
    for (const { run, endedBy } of runsOf(facts, reasonOf, answers)) {
      const finding = judge(run, endedBy, ALERT_AT);
      if (finding !== null) findings.push(finding);
    }
    if ((scope.failures.get(rejecter) ?? 0) < STORM_AT) continue;
    for (const { run, endedBy } of runsOf(facts, originOf, getsThrough)) {
      const finding = judge(run, endedBy, STORM_AT);
      if (finding !== null) findings.push(finding);
    }
  }
  return findings;
}

/** Calls of the tools that fail often enough; a message that helps nobody is met by every agent anew. */
function byFailingTool(scope: Scope): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>();
  for (const [rejecter, failures] of scope.failures)
    if (failures >= ALERT_AT) groups.set(rejecter, []);
  if (groups.size > 0)
    for (const fact of scope.facts) groups.get(rejecterOf(fact.call))?.push(fact);
  return groups;
}

/** Whether a success is what a failure was made for. */
type IsAnswer = (success: Fact, failure: Fact) => boolean;

interface RunOfFailures {
  run: Fact[];
  /** The success that ended it. */
  endedBy: Fact | null;
}

/** Failures of one tool in a row that are alike by `trait`. Successes between are looked at only where it matters what they answer. */
function runsOf(
  facts: readonly Fact[],
  trait: (fact: Fact) => string,
  isAnswer: IsAnswer,
): RunOfFailures[] {
  const runs: RunOfFailures[] = [];
  let run: Fact[] = [];
  let at = 0;
  let traitOfLast = '';
  const endedBetween = (until: number): Fact | null => {
    const last = run.at(-1);
    return last === undefined ? null : answerTo(last, facts, { from: at + 1, until }, isAnswer);
  };
  const close = (endedBy: () => Fact | null): void => {
    if (run.length >= ALERT_AT) runs.push({ run, endedBy: endedBy() });
  };
  for (const [index, fact] of facts.entries()) {
    if (!isFailure(fact)) continue;
    const last = run.at(-1);
    const own = trait(fact);
    const mayGoOn = last !== undefined && gapBetween(last, fact) <= MAX_GAP && traitOfLast === own;
    traitOfLast = own;
    const endedBy = mayGoOn ? endedBetween(index) : null;
    if (!mayGoOn || endedBy !== null) {
      close(() => endedBy ?? endedBetween(index));
      run = [];
    }
    run.push(fact);
    at = index;
  }
  close(() => endedBetween(facts.length));
  return runs;
}

/** The first success between that answers the failure. */
function answerTo(
  failure: Fact,
  facts: readonly Fact[],
  { from, until }: { from: number; until: number },
  isAnswer: IsAnswer,
): Fact | null {
  for (let at = from; at < until; at += 1) {
    const fact = facts[at];
    if (fact !== undefined && isAnswer(fact, failure)) return fact;
  }
  return null;
}

function judge(run: Fact[], endedBy: Fact | null, alertAt: number): Finding | null {
  const [first] = run;
  if (first === undefined || !isRunOfOne(run, alertAt)) return null;
  const isKnown = first.family !== 'unknown' || alertAt === STORM_AT;
  if (!isKnown && !givesReason(first)) return null;
  const isClear = !areTrials(run) && (isKnown || isOneReason(run));
  const wasWorthIt = endedBy !== null && run.length <= WORTH_RETRYING && succeeds(run, endedBy);
  const severity = isClear && !wasWorthIt ? 'alert' : 'watch';
  const finding: Finding = { kind: kindOfFailure(first) ?? 'validation', severity, facts: run };
  return first.family === 'unknown' ? { ...finding, likely: true } : finding;
}

/** Close upon each other, in moving arguments, and no faults of other things. */
function isRunOfOne(run: readonly Fact[], alertAt: number): boolean {
  if (closeSteps(run) < alertAt - 1) return false;
  if (new Set(run.map((fact) => fact.question)).size < 2) return false;
  return alertAt === STORM_AT || !areOtherFaults(run);
}

/** Other work each time, tested each time: a few trials that fail alike are how work goes. */
function areTrials(run: readonly Fact[]): boolean {
  return run.length < STORM_AT && run.every((fact) => tellsOfTests(textOf(fact)));
}

/** Passing faults, or absences that name nothing, of which each met another thing, as far as the arguments tell. */
function areOtherFaults(run: readonly Fact[]): boolean {
  const [first, ...others] = run;
  if (first?.family === 'transport') return others.every((fact, at) => isOfOther(run[at], fact));
  if (first?.call.errorClass !== 'not_found' || !isBare(first)) return false;
  return others.every((fact, at) => isOfOther(run[at], fact) && keepsNothing(first, fact));
}

function isOfOther(before: Fact | undefined, fact: Fact): boolean {
  if (before === undefined || fact.asked.text === null) return false;
  return goElsewhere(before, fact) || moveBetween(before, fact) === 'other';
}

/** Whether each argument is another one. */
function keepsNothing(before: Fact, { asked }: Fact): boolean {
  return [...asked.fields].every(([name, value]) => before.asked.fields.get(name) !== value);
}

/** Such as "404 Not Found". */
function isBare(fact: Fact): boolean {
  return tellingWords(textOf(fact), MIN_NAMED).size < MIN_NAMED;
}

/** How often a failure follows closely upon the one before. */
function closeSteps(run: readonly Fact[]): number {
  return run.filter((fact, index) => {
    const before = run[index - 1];
    return before !== undefined && gapBetween(before, fact) <= CLOSE_GAP;
  }).length;
}

function givesReason(fact: Fact): boolean {
  return tellingWords(textOf(fact), MIN_TOLD).size >= MIN_TOLD;
}

/** The reason in full and in the same words. */
function isOneReason(run: readonly Fact[]): boolean {
  const [first] = run;
  if (first === undefined) return false;
  return textOf(first).length <= MAX_MESSAGE || run.every((fact) => fact.answer === first.answer);
}

function textOf({ call, said }: Fact): string {
  return said.raw === null ? call.errorTemplate : said.text;
}

/** A tool for everything is asked other things meanwhile, which end nothing. */
function answers(success: Fact, failure: Fact): boolean {
  return success.call.text === undefined || moveBetween(failure, success) !== 'other';
}

/** A path or an address. */
const NAME = /^[^\s]{0,200}[/\\.][^\s]{1,200}$/;

/** Failures that only begin alike are over where the thing itself was got through to in other words. */
function getsThrough(success: Fact, failure: Fact): boolean {
  if (answers(success, failure)) return true;
  if (isFailure(success)) return false;
  return [...success.asked.fields].some(
    ([name, value]) => NAME.test(value) && failure.asked.fields.get(name) === value,
  );
}

/** Whether a success answers what had been rejected, as far as the arguments tell; another question proves nothing. */
function succeeds(run: readonly Fact[], success: Fact): boolean {
  const last = run.at(-1);
  if (last === undefined || success.call.text === undefined) return true;
  return moveBetween(last, success) !== 'other';
}

/** How near and where it was: figures that name nothing. */
const MEASURE =
  /\d{1,9}(?:\.\d{1,9})?\s?%|(?<=\b(?:lines?|position|pos|columns?|col|offset|char(?:acter)?s?|bytes?|index)\W{1,2})\d{1,12}/gi;
const NAMES_THINGS: ReadonlySet<unknown> = new Set(['not_found', 'permission', 'unknown']);

/** A thing that is missing or may not be touched is named in the message: another name is another question, so there all of it counts. */
function reasonOf(fact: Fact): string {
  const { call } = fact;
  if (call.errorClass === 'unknown_tool') return call.errorClass;
  const message = NAMES_THINGS.has(call.errorClass) ? wholeMessageOf(fact) : withoutOwn(fact);
  return `${call.errorClass}:${message}`;
}

/** Longer or shorter ones are no names. */
const MIN_NAME = 4;
const MAX_NAME = 200;
const MIN_SAYING = 12;
const MAX_SAID = 2_000;
const HOST = /^\w+:\/\/([^/?#\s:]+)/;

/** The template without what the call itself had named: whatever was asked for, it is turned down for the same reason. */
function withoutOwn({ call, asked }: Fact): string {
  let message = call.errorTemplate;
  for (const value of asked.fields.values()) {
    for (const name of [value, HOST.exec(value)?.[1] ?? ''])
      if (name.length >= MIN_NAME && name.length <= MAX_NAME)
        message = message.replaceAll(name, '\u0001');
  }
  return message;
}

/** Without its text, what came back is the message: the template no longer tells one thing from another. */
function wholeMessageOf({ call, asked, said, answer }: Fact): string {
  if (said.raw !== null) {
    let text = said.text.slice(0, MAX_SAID);
    for (const value of asked.fields.values())
      if (isSaying(value)) text = text.replaceAll(value, '');
    return text.slice(0, MAX_MESSAGE).replaceAll(MEASURE, '0');
  }
  return call.resultFingerprint === null ? call.errorTemplate : answer;
}

/** A request, a command or a query in words, which names no single thing. */
function isSaying(value: string): boolean {
  return value.length >= MIN_SAYING && /\s/.test(value);
}

/** How the message begins, mark-up aside. */
function originOf(fact: Fact): string {
  const { call } = fact;
  const message = call.errorTemplate.slice(0, MAX_ORIGIN);
  const words = message.includes('<') ? message.replaceAll(/<[^>]*>/g, ' ') : message;
  const beginning = words
    .slice(0, 2 * OPENING)
    .replaceAll(/\s+/g, ' ')
    .trimStart();
  // Where that is not long enough, there is much white space.
  if (beginning.length > OPENING) return beginning.slice(0, OPENING);
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, OPENING);
}
