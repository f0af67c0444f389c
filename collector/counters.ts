/** Spans, since the start. `received = stored + duplicate + rejected + spooled` after every single step. */
export interface Counts {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  /** Accepted and not yet in the store. */
  spooled: number;
}

/** Requests and records that are no part of the equation. */
export interface SideCounts {
  /** Spans of requests that were answered with a retryable error: their sender still has them. */
  turnedAway: number;
  metricsRequests: number;
  logsRequests: number;
}

export interface Counters {
  counts(): Counts;
  side: SideCounts;
  /** Spans whose fate is known, in one step. */
  settle(fate: { stored?: number; duplicate?: number; rejected?: number }): void;
}

export function createCounters(): Counters {
  const counts: Counts = { received: 0, stored: 0, duplicate: 0, rejected: 0, spooled: 0 };
  return {
    counts: () => ({ ...counts }),
    side: { turnedAway: 0, metricsRequests: 0, logsRequests: 0 },
    settle({ stored = 0, duplicate = 0, rejected = 0 }) {
      counts.received += stored + duplicate + rejected;
      counts.stored += stored;
      counts.duplicate += duplicate;
      counts.rejected += rejected;
    },
  };
}
