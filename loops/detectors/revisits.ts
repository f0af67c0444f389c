import { gapOf, isFailure, isRepeat } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from '../loop.ts';
import { kindOfFailure } from './repeat-kind.ts';
import { movesForward } from './sweeps.ts';
import type { Scope } from '../facts/scope.ts';

/** So many calls in a row of which none brought anything that was not known: the mark at which any turn is worth a look. */
const ALERT_AT = 6;
/** Fewer questions than this are a repeat or a small ring, which have detectors of their own. */
const MIN_QUESTIONS = 3;

/** A whole stretch of calls that all ask again what has been answered, in whatever order: a second pass over known ground. */
export function findRevisits(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  const waits = positionsOfWaits(scope);
  let stretch: Fact[] = [];
  const close = (): void => {
    const questions = new Set(stretch.map((fact) => fact.question));
    if (stretch.length >= ALERT_AT && questions.size >= MIN_QUESTIONS) {
      const kind = kindOf(stretch);
      const finding: Finding = { kind, severity: 'alert', facts: withOriginals(stretch) };
      findings.push(kind === 'cycle' ? { ...finding, isRing: true } : finding);
    }
    stretch = [];
  };
  for (const fact of scope.facts) {
    const isKnown = isRepeat(fact) && fact.excuse === 'none' && !waits.has(fact.at);
    if (isKnown) stretch.push(fact);
    else close();
  }
  close();
  return findings;
}

function positionsOfWaits(scope: Scope): Set<number> {
  const waits = new Set<number>();
  for (const { facts, endedBy } of scope.streaks) {
    const isWait = endedBy !== null || facts[0]?.said.isPending === true;
    if (isWait) for (const fact of facts) waits.add(fact.at);
  }
  return waits;
}

/** The first answers, which were no repeats, belong to the loop. */
function withOriginals(stretch: readonly Fact[]): Fact[] {
  const members = new Map(stretch.map((fact) => [fact.at, fact]));
  for (const { before } of stretch) if (before !== null) members.set(before.at, before);
  return [...members.values()].toSorted((a, b) => a.at - b.at);
}

function kindOf(stretch: readonly Fact[]): LoopKind {
  const [first] = stretch;
  if (first !== undefined && stretch.every((fact) => isFailure(fact)))
    return kindOfFailure(first) ?? 'validation';
  const tools = new Set(stretch.map((fact) => fact.toolId));
  if (tools.size === 1 && movesForward(stretch)) return 'sweep';
  const gaps = new Set(stretch.map((fact) => gapOf(fact)));
  return gaps.size === 1 ? 'cycle' : 'interleaved';
}
