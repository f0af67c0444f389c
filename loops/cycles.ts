import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import { isPending } from './says.ts';
import type { Scope } from './scope.ts';

const MAX_PERIOD = 8;
/** Two laps can be a correction and its check; the third shows the ring. */
const LAPS_TO_ALERT = 3;
/** Laps with new work of others between are rounds of that work; a ring stands still. */
const MAX_EXCUSED = 1 / 3;
/** Rounds of waiting for states to pass may be this many. */
const PATIENT_LAPS = 12;

/** A call of the ring that is looked for, with the number of the streak it belongs to. */
interface Bead {
  fact: Fact;
  streak: number;
}

/**
 * Two to eight calls that come round with the same answers: one finding for the whole ring, whatever its rotation. Calls that do
 * not come back are left out first, so that unrelated work between hides no ring.
 */
export function findCycles(scope: Scope): Finding[] {
  const beads = stringBeads(scope);
  const findings: Finding[] = [];
  let from = 0;
  while (from < beads.length) {
    const ring = longestRing(beads, from);
    if (ring === null) {
      from += 1;
      continue;
    }
    const facts = beads.slice(ring.from, ring.to).map((bead) => bead.fact);
    const severity = severityOf(facts, ring.period);
    if (severity !== null) findings.push({ kind: 'cycle', severity, facts });
    from = ring.to;
  }
  return findings;
}

function stringBeads(scope: Scope): Bead[] {
  const beads: Bead[] = [];
  for (const [number, streak] of scope.streaks.entries()) {
    if (streak.facts.length < LAPS_TO_ALERT || streak.endedBy !== null) continue;
    for (const fact of streak.facts) beads.push({ fact, streak: number });
  }
  return beads.toSorted((a, b) => a.fact.at - b.fact.at);
}

interface Ring {
  from: number;
  /** Exclusive. */
  to: number;
  period: number;
}

/** The ring that starts here and reaches farthest, the shortest period first. */
function longestRing(beads: readonly Bead[], from: number): Ring | null {
  for (let period = 2; period <= MAX_PERIOD; period += 1) {
    let to = from + period;
    while (to < beads.length && beads[to]?.streak === beads[to - period]?.streak) to += 1;
    const lap = beads.slice(from, from + period);
    const isRing = to - from >= LAPS_TO_ALERT * period;
    if (isRing && new Set(lap.map((bead) => bead.streak)).size > 1) return { from, to, period };
  }
  return null;
}

function severityOf(facts: readonly Fact[], period: number): Finding['severity'] | null {
  const settled = facts.slice(2 * period);
  const excused = settled.filter((fact) => fact.excuse !== 'none').length;
  if (excused > settled.length * MAX_EXCUSED) return null;
  const isWaiting = facts.every((fact) => isPending(fact.call.text?.result ?? null));
  return isWaiting && facts.length < PATIENT_LAPS * period ? 'watch' : 'alert';
}
