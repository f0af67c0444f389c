import { isWrite } from '../facts/effect.ts';
import { gapBetween, isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import { PrintSet } from '../facts/print-set.ts';
import type { Scope } from '../facts/scope.ts';

/** A part that holds so many lines that were read before is read again, wherever its window starts. */
const READ_BEFORE = 0.8;
/** Some overlap between windows is ordinary; half as much again as there is to read is a second pass. */
const COVERAGE_TO_ALERT = 1.5;
/** Shorter answers are states, not parts of a text. */
const MIN_LINES = 3;
/** Parts in a row that are read again. */
const PASS = 3;
/** Where no cursor goes forward, numbers may be names, so that only parts without a single new line count, and more of them. */
const PASS_WITHOUT_CURSOR = 6;
/** With more other calls than this between, a part is read again for another reason. */
const MAX_GAP = 3;
/** Windows onto one thing differ; where fewer do, the same window is asked for again, or every thing looks alike. */
const DIFFERENT = 0.6;
/** Numbers that go up from call to call in most steps are a cursor, others are names. */
const FORWARD = 0.75;

/** One thing read part by part with a moving cursor, on past the whole of it. Each call is read once. */
export function createSweepFinder(): (scope: Scope) => Finding[] {
  const watches = new Map<number, Watch>();
  return (scope) => {
    const findings: Finding[] = [];
    for (const { id, facts } of scope.tools) {
      if (facts.length < 2 * PASS) continue;
      const watch = watches.get(id) ?? { at: 0, asked: new Map(), readings: [] };
      watches.set(id, watch);
      readOn(watch, facts);
      for (const reading of watch.readings) {
        const finding = judge(reading);
        if (finding !== null) findings.push(finding);
      }
    }
    return findings;
  };
}

/** What one tool has been asked to read. */
interface Watch {
  /** How far its calls have been looked at. */
  at: number;
  asked: Map<number, Subject>;
  /** Of enough parts, in order of their first. */
  readings: Reading[];
}

/** Calls whose arguments are alike but for their numbers, as far as one number tells. */
interface Subject {
  /** Too few to be read yet, as those of most tools are. */
  unread: Fact[];
  calls: number;
  /** By the arguments without their numbers; null as long as there are too few. */
  open: Map<string, Reading> | null;
}

/** Parts of one thing that are read without much else between, and what has been counted of them. */
interface Reading {
  parts: Fact[];
  cursor: Cursor;
  /** Most readings end after a part or two, and nothing of those is counted. */
  counts: Counts | null;
}

interface Counts {
  questions: Set<number>;
  answers: Set<string>;
  lines: LineCount;
}

interface Cursor {
  up: number;
  moves: number;
}

interface LineCount {
  /** Parts that have been counted. */
  parts: number;
  seen: PrintSet;
  /** Places of the parts with new lines. */
  fresh: Set<number>;
  delivered: number;
  /** Parts in a row that were read again, by the share of their lines, and the most that there were. */
  mostly: { again: number; longest: number };
  wholly: { again: number; longest: number };
}

function readOn(watch: Watch, facts: readonly Fact[]): void {
  for (; watch.at < facts.length; watch.at += 1) {
    const fact = facts[watch.at];
    if (fact === undefined || isFailure(fact) || isWrite(fact.call)) continue;
    const print = fact.asked.subjectPrint;
    if (print === null) continue;
    const subject: Subject = watch.asked.get(print) ?? { unread: [], calls: 0, open: null };
    watch.asked.set(print, subject);
    subject.calls += 1;
    subject.unread.push(fact);
    if (subject.calls < 2 * PASS) continue;
    for (const each of subject.unread) readPart(each, subject, watch);
    subject.unread = [];
  }
}

function readPart(fact: Fact, asked: Subject, { readings }: Watch): void {
  if (fact.asked.numbers.length === 0) return;
  const open = (asked.open ??= new Map<string, Reading>());
  // What is read: the arguments but for their numbers.
  const subject = fact.asked.withoutNumbers;
  let reading = open.get(subject);
  const last = reading?.parts.at(-1);
  if (reading === undefined || last === undefined || !isNextPart(last, fact)) {
    reading = { parts: [], cursor: { up: 0, moves: 0 }, counts: null };
    open.set(subject, reading);
  }
  addPart(reading, fact);
  if (reading.parts.length !== 2 * PASS) return;
  reading.counts = startCounts(reading.parts);
  readings.push(reading);
  readings.sort((a, b) => beginOf(a) - beginOf(b));
}

function startCounts(parts: readonly Fact[]): Counts {
  return {
    questions: new Set(parts.map(({ question }) => question)),
    answers: new Set(parts.map(({ answer }) => answer)),
    lines: {
      parts: 0,
      seen: new PrintSet(),
      fresh: new Set(),
      delivered: 0,
      mostly: { again: 0, longest: 0 },
      wholly: { again: 0, longest: 0 },
    },
  };
}

function beginOf({ parts }: Reading): number {
  return parts[0]?.at ?? 0;
}

function addPart({ parts, cursor, counts }: Reading, fact: Fact): void {
  const before = parts.at(-1);
  if (before !== undefined) move(cursor, before, fact);
  parts.push(fact);
  counts?.questions.add(fact.question);
  counts?.answers.add(fact.answer);
}

/** Between the parts of a tool that may write, nothing else may lie. */
function isNextPart(last: Fact, fact: Fact): boolean {
  return gapBetween(last, fact) <= (fact.call.effect === 'read' ? MAX_GAP : 0);
}

function judge({ parts, cursor, counts }: Reading): Finding | null {
  if (counts === null) return null;
  const { questions, answers, lines } = counts;
  const different = parts.length * DIFFERENT;
  if (questions.size < different || answers.size < different) return null;
  for (; lines.parts < parts.length; lines.parts += 1) countLines(lines, parts[lines.parts]);
  const isRead = goesForward(cursor)
    ? lines.mostly.longest >= PASS
    : lines.wholly.longest >= PASS_WITHOUT_CURSOR;
  if (!isRead) return null;
  const severity = lines.delivered >= lines.seen.size * COVERAGE_TO_ALERT ? 'alert' : 'watch';
  return { kind: 'sweep', severity, facts: parts, fresh: lines.fresh };
}

function countLines(lines: LineCount, part: Fact | undefined): void {
  const own = part?.said.partPrints;
  if (part === undefined || own === undefined || own.size < MIN_LINES) return;
  const known = own.sharedWith(lines.seen);
  if (known < own.size * READ_BEFORE) lines.fresh.add(part.at);
  tally(lines.mostly, known >= own.size * READ_BEFORE);
  tally(lines.wholly, known >= own.size);
  lines.delivered += own.size;
  lines.seen.addAll(own);
}

function tally(passes: LineCount['mostly'], isAgain: boolean): void {
  passes.again = isAgain ? passes.again + 1 : 0;
  passes.longest = Math.max(passes.longest, passes.again);
}

/** A cursor goes up, and falls only where a pass begins anew. */
export function movesForward(parts: readonly Fact[]): boolean {
  const cursor: Cursor = { up: 0, moves: 0 };
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before !== undefined) move(cursor, before, part);
  }
  return goesForward(cursor);
}

function move(cursor: Cursor, before: Fact, now: Fact): void {
  const [from, to] = [before.asked.numbers, now.asked.numbers];
  const at = to.findIndex((value, index) => value !== from[index]);
  if (at < 0) return;
  cursor.moves += 1;
  if ((to[at] ?? 0) > (from[at] ?? 0)) cursor.up += 1;
}

function goesForward({ up, moves }: Cursor): boolean {
  return moves > 0 && up >= moves * FORWARD;
}
