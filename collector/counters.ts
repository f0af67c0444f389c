/** Spans, since the start. `received = stored + duplicate + rejected + spooled` after every single step. */
export interface Counts {
  /** Acknowledged, those that waited in the spool at the start included. */
  received: number;
  stored: number;
  /** Delivered before: in the same request sent again, or in another one. */
  duplicate: number;
  rejected: number;
  /** Accepted and not yet in the store. */
  spooled: number;
}

/** Requests that are no part of the equation. */
export interface SideCounts {
  /** Answered, and not used. */
  metricsRequests: number;
  logsRequests: number;
}

export interface Counters {
  counts(): Counts;
  side: SideCounts;
  /** Spans that an earlier process left in the spool. */
  adopt(spooled: number): void;
  /** An acknowledged request. `fresh` spans are in the spool. */
  accept(fate: { fresh: number; duplicate: number; rejected: number }): void;
  /** Spans that left the spool. */
  settle(fate: { stored?: number; rejected?: number }): void;
}

export function createCounters(): Counters {
  const counts: Counts = { received: 0, stored: 0, duplicate: 0, rejected: 0, spooled: 0 };
  return {
    counts: () => ({ ...counts }),
    side: { metricsRequests: 0, logsRequests: 0 },
    adopt(spooled) {
      counts.received += spooled;
      counts.spooled += spooled;
    },
    accept({ fresh, duplicate, rejected }) {
      counts.received += fresh + duplicate + rejected;
      counts.spooled += fresh;
      counts.duplicate += duplicate;
      counts.rejected += rejected;
    },
    settle({ stored = 0, rejected = 0 }) {
      counts.spooled -= stored + rejected;
      counts.stored += stored;
      counts.rejected += rejected;
    },
  };
}
