/** Keeps sessions that are large and still growing from taking all the time: the longer a look takes, the longer the rest. */
export interface Pace {
  isResting(traceIds: readonly string[]): boolean;
  /** `tookMs`: how much work it was to bring these traces up to date. */
  note(traceIds: readonly string[], spans: number, tookMs: number): void;
}

/** So many times as much rest as work here: with what the store and the collector of garbage work for it, as much again, a growing session takes a sixth of one core. */
const REST_PER_WORK = 12;
/** What a shorter session takes is the look itself, whoever is looked at. */
const MIN_SPANS = 2_000;
/** What the store works for a look is not known here, and is the larger part of a short one: a long session is looked at once a second. */
const SHORTEST_MS = 1_000;
const LONGEST_MS = 120_000;

export function createPace(now: () => number): Pace {
  const restsUntil = new Map<string, number>();
  return {
    isResting(traceIds) {
      const at = now();
      return traceIds.some((traceId) => {
        const leftMs = (restsUntil.get(traceId) ?? at) - at;
        // More than the longest is left where the clock was put back.
        return leftMs > 0 && leftMs <= LONGEST_MS;
      });
    },
    note(traceIds, spans, tookMs) {
      const at = now();
      for (const [traceId, until] of restsUntil) if (until <= at) restsUntil.delete(traceId);
      if (spans < MIN_SPANS) return;
      const restMs = Math.min(Math.max(tookMs * REST_PER_WORK, SHORTEST_MS), LONGEST_MS);
      for (const traceId of traceIds) restsUntil.set(traceId, at + restMs);
    },
  };
}

/** What is touched within this time is looked at together: a look has its own cost, and what grows is read anew by each. */
const TOGETHER_MS = 1_000;
/** A look that takes a fifth of that is followed by the whole of it; a shorter one costs little. */
const PAUSE_PER_WORK = 4;

/** How long to wait after a look that took so long; at least `intervalMs`. */
export function pauseAfter(tookMs: number, intervalMs: number): number {
  return Math.max(intervalMs, Math.min(tookMs * PAUSE_PER_WORK, TOGETHER_MS - tookMs));
}
