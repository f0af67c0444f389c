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

/** What is no part of the equation. */
export interface SideCounts {
  /** Requests that were answered, and not used. */
  metricsRequests: number;
  logsRequests: number;
  /** Log records that tell of no call, model or prompt. */
  unusedLogRecords: number;
  /** Stored although they began before all that is kept; their senders were told. */
  oldSpans: number;
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
  /** The spool was opened again and holds so many: what was taken or dropped last could not be said to be so any more. */
  correct(spooled: number): void;
}

export function createCounters(): Counters {
  const counts: Counts = { received: 0, stored: 0, duplicate: 0, rejected: 0, spooled: 0 };
  const counters: Counters = {
    counts: () => ({ ...counts }),
    side: { metricsRequests: 0, logsRequests: 0, unusedLogRecords: 0, oldSpans: 0 },
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
    correct(spooled) {
      const more = spooled - counts.spooled;
      if (more > 0) counters.adopt(more);
      else counters.settle({ stored: -more });
    },
  };
  return counters;
}
