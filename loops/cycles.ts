import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { Scope } from './scope.ts';

const MAX_PERIOD = 8;
/** Two laps can be a correction and its check; the third shows the ring. */
const LAPS_TO_ALERT = 3;

/** Two to eight calls that come round with the same answers: one finding for the whole ring, whatever its rotation. */
export function findCycles(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  const { facts } = scope;
  const tokens = facts.map((fact) => (fact.key === '' ? '' : `${fact.key}\u0000${fact.answer}`));
  const covered = new Set<number>();
  for (let period = 2; period <= MAX_PERIOD; period += 1) {
    for (let start = 0; start + LAPS_TO_ALERT * period <= facts.length;) {
      let end = start + period;
      while (end < facts.length && tokens[end] !== '' && tokens[end] === tokens[end - period]) {
        end += 1;
      }
      const isRing = end - start >= LAPS_TO_ALERT * period;
      const ring = facts.slice(start, isRing ? end : start);
      if (isRing && new Set(tokens.slice(start, start + period)).size > 1) {
        if (!ring.some((fact) => covered.has(fact.at))) {
          findings.push({ kind: 'cycle', severity: 'alert', facts: ring });
          for (const fact of ring) covered.add(fact.at);
        }
      }
      start = Math.max(start + 1, end - period + 1);
    }
  }
  return findings;
}

export function positionsOf(facts: readonly Fact[]): Set<number> {
  return new Set(facts.map((fact) => fact.at));
}
