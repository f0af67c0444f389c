import { isWrite } from './effect.ts';
import { gapBetween, isFailure } from './fact.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { Scope } from './scope.ts';

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

/** One thing read part by part with a moving cursor, on past the whole of it. */
export function findSweeps(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  for (const { facts } of scope.tools) {
    if (facts.length < 2 * PASS) continue;
    for (const parts of readings(askedOften(facts))) {
      const finding = parts.length < 2 * PASS ? null : judge(parts);
      if (finding !== null) findings.push(finding);
    }
  }
  return findings;
}

/** Calls whose arguments, but for their numbers, have come often enough: few calls of most tools. */
function askedOften(facts: readonly Fact[]): Fact[] {
  const counts = new Map<number, number>();
  for (const { asked } of facts) {
    const print = asked.subjectPrint;
    if (print !== null) counts.set(print, (counts.get(print) ?? 0) + 1);
  }
  return facts.filter(({ asked }) => (counts.get(asked.subjectPrint ?? 0) ?? 0) >= 2 * PASS);
}

/** Parts of one thing that are read without much else between. */
function readings(facts: readonly Fact[]): Fact[][] {
  const found: Fact[][] = [];
  const open = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (!isPart(fact)) continue;
    // What is read: the arguments but for their numbers.
    const subject = fact.asked.withoutNumbers;
    const reading = open.get(subject);
    const last = reading?.at(-1);
    if (reading !== undefined && last !== undefined && isNextPart(last, fact)) {
      reading.push(fact);
      continue;
    }
    const begun = [fact];
    open.set(subject, begun);
    found.push(begun);
  }
  return found;
}

/** Between the parts of a tool that may write, nothing else may lie. */
function isNextPart(last: Fact, fact: Fact): boolean {
  return gapBetween(last, fact) <= (fact.call.effect === 'read' ? MAX_GAP : 0);
}

function isPart(fact: Fact): boolean {
  return !isFailure(fact) && !isWrite(fact.call) && fact.asked.numbers.length > 0;
}

function judge(parts: Fact[]): Finding | null {
  const different = parts.length * DIFFERENT;
  if (new Set(parts.map((part) => part.question)).size < different) return null;
  if (new Set(parts.map((part) => part.answer)).size < different) return null;
  const [share, pass] = movesForward(parts) ? [READ_BEFORE, PASS] : [1, PASS_WITHOUT_CURSOR];
  const seen = new Set<string>();
  let delivered = 0;
  let again = 0;
  let longestPass = 0;
  for (const part of parts) {
    const lines = new Set(part.said.parts);
    if (lines.size < MIN_LINES) continue;
    const known = [...lines].filter((line) => seen.has(line)).length;
    again = known >= lines.size * share ? again + 1 : 0;
    longestPass = Math.max(longestPass, again);
    delivered += lines.size;
    for (const line of lines) seen.add(line);
  }
  if (longestPass < pass) return null;
  const severity = delivered >= seen.size * COVERAGE_TO_ALERT ? 'alert' : 'watch';
  return { kind: 'sweep', severity, facts: parts };
}

/** A cursor goes up, and falls only where a pass begins anew. */
export function movesForward(parts: readonly Fact[]): boolean {
  let up = 0;
  let moves = 0;
  let before = parts[0]?.asked.numbers ?? [];
  for (const part of parts.slice(1)) {
    const now = part.asked.numbers;
    const at = now.findIndex((value, index) => value !== before[index]);
    if (at >= 0) {
      moves += 1;
      if ((now[at] ?? 0) > (before[at] ?? 0)) up += 1;
    }
    before = now;
  }
  return moves > 0 && up >= moves * FORWARD;
}
