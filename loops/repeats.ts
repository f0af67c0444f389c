import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from './loop.ts';
import type { Scope } from './scope.ts';

/** A second equal call can be honest, a third is not under any reading. */
const REPEATS_TO_ALERT = 3;

/** The same question with the same answer and no known write between: exact, interleaved, batch, empty, validation, transport, denied. */
export function findRepeats(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  for (const facts of scope.byKey.values()) {
    for (const streak of streaks(facts)) {
      if (streak.length < REPEATS_TO_ALERT) continue;
      findings.push({ kind: kindOf(streak), severity: 'alert', facts: streak });
    }
  }
  return findings;
}

function streaks(facts: readonly Fact[]): Fact[][] {
  const found: Fact[][] = [];
  let current: Fact[] = [];
  for (const fact of facts) {
    const last = current.at(-1);
    const continues =
      last !== undefined &&
      last.answer === fact.answer &&
      fact.answer !== '' &&
      last.world === fact.world;
    if (!continues) {
      current = [];
      found.push(current);
    }
    current.push(fact);
  }
  return found;
}

function kindOf(streak: readonly Fact[]): LoopKind {
  const [first] = streak;
  const last = streak.at(-1);
  if (first === undefined || last === undefined) return 'exact';
  if (first.family === 'transport') return 'transport';
  if (first.family === 'denied') return 'denied';
  if (first.family !== null) return 'validation';
  if (streak.every((fact) => fact.call.step === first.call.step)) return 'batch';
  if (first.call.resultKind === 'empty') return 'empty';
  return last.at - first.at < streak.length ? 'exact' : 'interleaved';
}
