import { fromInstant, latestTouch, pendingTraces, toInstant } from '@loopscope/sql';
import type { Store } from '@loopscope/sql';

/** A trace with spans that nobody has resolved, as the store answered it. */
export interface PendingTrace {
  trace_id: string;
  /** The latest touch, on the store's clock. */
  touched_at: string;
  touches: number;
}

export interface WorkList {
  /** Oldest touch first, without what was set aside and not touched since; `isFull` where more may wait. */
  next(): Promise<{ traces: PendingTrace[]; isFull: boolean }>;
  /** What of the last page is left for later; everything else is done with, unless it is touched again. */
  settle(left: readonly PendingTrace[]): void;
  /** Not ours, or not to be resolved: passed over until it is touched again. */
  setAside(traces: readonly PendingTrace[]): void;
}

interface WorkListOptions {
  store: Store;
  project: string;
  now: () => number;
}

const PAGE = 1_000;
/** As long as touches are kept. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** Inserts may become visible in another order than they are stamped in, by less than this. */
const OVERLAP_MS = 60_000;
/** The look back moves in strides, so that touches are counted over one stretch as long as possible. */
const STRIDE_MS = 60_000;

export function createWorkList({ store, project, now }: WorkListOptions): WorkList {
  const aside = new Map<string, string>();
  let since = toInstant(now() - LOOK_BACK_MS);
  let seenUntil = since;
  let isFull = false;
  /** The touches as of this look, and as of the last look that left nothing to do. */
  let looked = '';
  let done = '';

  return {
    async next() {
      const [touch] = await store.query(latestTouch, { project, since });
      looked = `${since} ${touch?.touches} ${touch?.touched_at}`;
      if (looked === done) return { traces: [], isFull: false };
      const limit = PAGE + aside.size;
      const answered = await store.query(pendingTraces, { project, since, limit });
      seenUntil = answered.at(-1)?.touched_at ?? seenUntil;
      isFull = answered.length === limit;
      return {
        traces: answered.filter(({ trace_id, touched_at }) => aside.get(trace_id) !== touched_at),
        isFull,
      };
    },
    settle(left) {
      done = left.length === 0 && !isFull ? looked : '';
      const reached = left.reduce((least, { touched_at }) => earlier(least, touched_at), seenUntil);
      const to = toInstant(fromInstant(reached) - OVERLAP_MS);
      if (fromInstant(to) - fromInstant(since) < STRIDE_MS) return;
      since = to;
      for (const [traceId, touchedAt] of aside) if (touchedAt < since) aside.delete(traceId);
    },
    setAside(traces) {
      for (const { trace_id, touched_at } of traces) aside.set(trace_id, touched_at);
    },
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
