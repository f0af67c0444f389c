import { isWrite } from '../facts/effect.ts';
import { followsItself, gapBetween, isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import { hasWaited } from '../facts/pauses.ts';
import { moveBetween } from '../facts/rewording.ts';
import type { Scope } from '../facts/scope.ts';
import type { Finding } from './finding.ts';

/** The mark at which any turn is worth a look: so many answers in a row that had all been given before. */
const ALERT_AT = 6;
/** With more other calls than this between, it is another question. */
const MAX_GAP = 3;
/** A short answer may be true of many things. */
const MIN_TOLD = 8;

/**
 * A tool that answers now the one, now the other of what it has said before: to ever other words, or to one and the same call, as what is
 * switched on and off does.
 */
export function createAlternationFinder(): (scope: Scope) => Finding[] {
  const readings = new Map<number, Reading>();
  return ({ tools }) => {
    const findings: Finding[] = [];
    for (const { id, facts } of tools) {
      if (facts.length < ALERT_AT) continue;
      const reading = readings.get(id) ?? startReading();
      readings.set(id, reading);
      for (; reading.at < facts.length; reading.at += 1) readOn(reading, facts[reading.at]);
      for (const run of reading.found) if (isLoop(run)) findings.push(findingOf(run, reading));
    }
    return findings;
  };
}

/** How far the calls of a tool have been read. */
interface Reading {
  at: number;
  last: Fact | null;
  /** The call that each answer came to first. */
  answers: Map<string, Fact>;
  /** Calls in a row whose answers had all been given. */
  run: Fact[];
  /** Runs that are long enough; the last may go on. */
  found: Fact[][];
}

function startReading(): Reading {
  return { at: 0, last: null, answers: new Map(), run: [], found: [] };
}

function readOn(reading: Reading, fact: Fact | undefined): void {
  if (fact === undefined || isFailure(fact) || fact.answer === '') return;
  const { last } = reading;
  reading.last = fact;
  const isNear = last !== null && gapBetween(last, fact) <= MAX_GAP;
  if (!isNear) reading.answers = new Map();
  if (!isNear || !reading.answers.has(fact.answer)) {
    if (!reading.answers.has(fact.answer)) reading.answers.set(fact.answer, fact);
    reading.run = [];
    return;
  }
  reading.run.push(fact);
  if (reading.run.length === ALERT_AT) reading.found.push(reading.run);
}

function isLoop(run: readonly Fact[]): boolean {
  if (new Set(run.map(({ answer }) => answer)).size < 2) return false;
  if (!run.every(({ said }) => said.tells(MIN_TOLD))) return false;
  if (isSwitched(run)) return true;
  if (!run.every(({ call }) => call.effect === 'read')) return false;
  let reworded = 0;
  for (const [index, fact] of run.entries()) {
    const before = run[index - 1];
    if (before === undefined || fact.relation !== 'first') continue;
    if (moveBetween(before, fact) === 'reworded') reworded += 1;
  }
  return 2 * reworded >= run.length;
}

/** One call each time, with nothing between where it may write, and no waiting. */
function isSwitched(run: readonly Fact[]): boolean {
  const [first, ...others] = run;
  if (first === undefined || isWrite(first.call)) return false;
  if (run.some((fact) => fact.said.isPending || hasWaited(fact))) return false;
  const isRead = first.call.effect === 'read';
  return others.every(
    (fact) => fact.question === first.question && (isRead || followsItself(fact)),
  );
}

function findingOf(run: readonly Fact[], { answers }: Reading): Finding {
  const firsts = run.flatMap(({ answer }) => answers.get(answer) ?? []);
  const facts = [...new Set([...firsts, ...run])].toSorted((a, b) => a.at - b.at);
  return { kind: 'stagnant', severity: 'alert', facts, likely: true };
}
