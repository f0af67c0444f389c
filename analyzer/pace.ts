/** Keeps sessions that are large and still growing from taking all the time: the more there is to read, the longer the rest. */
export interface Pace {
  isResting(traceIds: readonly string[]): boolean;
  note(traceIds: readonly string[], spans: number): void;
}

/** A few times what reading and resolving one span takes. */
const REST_MS_PER_SPAN = 0.1;
/** Below this a rest would be over before the next look. */
const SHORTEST_MS = 200;
const LONGEST_MS = 10_000;

export function createPace(now: () => number): Pace {
  const restsUntil = new Map<string, number>();
  return {
    isResting(traceIds) {
      const at = now();
      return traceIds.some((traceId) => (restsUntil.get(traceId) ?? 0) > at);
    },
    note(traceIds, spans) {
      const at = now();
      for (const [traceId, until] of restsUntil) if (until <= at) restsUntil.delete(traceId);
      const restMs = Math.min(spans * REST_MS_PER_SPAN, LONGEST_MS);
      if (restMs < SHORTEST_MS) return;
      for (const traceId of traceIds) restsUntil.set(traceId, at + restMs);
    },
  };
}
