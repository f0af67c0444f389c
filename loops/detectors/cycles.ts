import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import type { LoopKind } from '../loop.ts';
import { isPause } from '../facts/pauses.ts';
import { kindOfFailure } from './repeat-kind.ts';
import type { Scope } from '../facts/scope.ts';

const MAX_PERIOD = 8;
/** Two laps can be a correction and its check; the third shows the ring. */
const LAPS_TO_ALERT = 3;
/** Laps with new work of others between are rounds of that work; a ring stands still. */
const MAX_EXCUSED = 1 / 3;
/** After so many laps it is plain that what lay between, and may have written something, has changed none of the answers. */
const LONG_LAPS = 6;
/** Rounds with a pause in each. */
const PACED_LAPS = 10;
/** Rounds of waiting for states to pass may be this many. */
const PATIENT_LAPS = 30;

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
  if (beads.length < 2 * LAPS_TO_ALERT) return [];
  const echoes = echoesOf(beads);
  const findings: Finding[] = [];
  let from = 0;
  while (from < beads.length) {
    const ring = ringAt(from, echoes);
    if (ring === null) {
      from += 1;
      continue;
    }
    const facts = beads.slice(from, ring.to).map((bead) => bead.fact);
    const severity = severityOf(facts, ring.period);
    if (severity !== null) findings.push({ kind: kindOf(facts), severity, facts, isRing: true });
    from = ring.to;
  }
  return findings;
}

function stringBeads(scope: Scope): Bead[] {
  const beads: Bead[] = [];
  for (const [number, streak] of scope.streaks.entries()) {
    if (streak.facts.length < LAPS_TO_ALERT || streak.endedBy !== null) continue;
    if (streak.facts[0]?.answer === '') continue;
    for (const fact of streak.facts) beads.push({ fact, streak: number });
  }
  return beads.toSorted((a, b) => a.fact.at - b.fact.at);
}

/** For each period, how many beads from a place on are equal to the bead one period later. */
function echoesOf(beads: readonly Bead[]): Uint32Array[] {
  return Array.from({ length: MAX_PERIOD + 1 }, (_, period) => {
    const runs = new Uint32Array(beads.length + 1);
    if (period === 0) return runs;
    for (let at = beads.length - period - 1; at >= 0; at -= 1) {
      const isEqual = beads[at]?.streak === beads[at + period]?.streak;
      runs[at] = isEqual ? (runs[at + 1] ?? 0) + 1 : 0;
    }
    return runs;
  });
}

/** The ring that starts here, the shortest period first; a single call that repeats is none. */
function ringAt(
  from: number,
  echoes: readonly Uint32Array[],
): { to: number; period: number } | null {
  for (let period = 2; period <= MAX_PERIOD; period += 1) {
    const equal = echoes[period]?.[from] ?? 0;
    const isOneCall = (echoes[1]?.[from] ?? 0) >= period - 1;
    if (equal >= (LAPS_TO_ALERT - 1) * period && !isOneCall)
      return { to: from + equal + period, period };
  }
  return null;
}

/** Ever the same answer of one tool is no ring but what that answer says: a rejection, nothing, or the same again. */
function kindOf(facts: readonly Fact[]): LoopKind {
  const [first] = facts;
  if (first === undefined || facts.some((fact) => !isAlike(first, fact))) return 'cycle';
  if (first.family === 'transport' || first.family === 'unknown') return 'cycle';
  if (first.family !== null) return kindOfFailure(first) ?? 'validation';
  if (first.call.effect !== 'read') return 'cycle';
  return first.call.resultKind === 'empty' ? 'empty' : 'stagnant';
}

function isAlike(first: Fact, { toolId, answer, call }: Fact): boolean {
  if (toolId !== first.toolId) return false;
  return (
    answer === first.answer ||
    (first.family !== null && call.errorTemplate === first.call.errorTemplate)
  );
}

function severityOf(facts: readonly Fact[], period: number): Finding['severity'] | null {
  const settled = facts.slice(2 * period);
  const excused = settled.filter((fact) => fact.excuse !== 'none').length;
  const isHeldUp = settled.every(({ excuse }) => excuse === 'none' || excuse === 'maybe_write');
  const isLong = isHeldUp && facts.length >= LONG_LAPS * period;
  if (excused > settled.length * MAX_EXCUSED && !isLong) return null;
  const states = facts.filter(({ said }) => said.tells(1) || said.isClock);
  const isWaiting =
    states.some(({ said }) => said.isPending) &&
    states.every(({ said }) => said.isPending || said.isClock);
  if (isWaiting && facts.length < PATIENT_LAPS * period) return 'watch';
  const isPaced = facts.length <= PACED_LAPS * period && facts.some((fact) => isPause(fact));
  return isPaced ? 'watch' : 'alert';
}
