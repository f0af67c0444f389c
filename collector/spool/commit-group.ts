import type { KnownRequests, Receipt } from './known-requests.ts';
import type { KnownSpans } from './known-spans.ts';

/** What the arrivals of one commit add to what is known, held back until the commit has succeeded. */
export interface CommitGroup {
  hasRequest(body: string): boolean;
  addRequest(body: string, receipt: Receipt): void;
  /** True for the first delivery of a span. */
  isFresh(spanKey: number): boolean;
  keep(): void;
}

export function createCommitGroup(requests: KnownRequests, spans: KnownSpans): CommitGroup {
  const newRequests = new Map<string, Receipt>();
  const newSpans = new Set<number>();
  return {
    hasRequest: (body) => requests.find(body) !== undefined || newRequests.has(body),
    addRequest: (body, receipt) => newRequests.set(body, receipt),
    isFresh(key) {
      if (spans.has(key) || newSpans.has(key)) return false;
      newSpans.add(key);
      return true;
    },
    keep() {
      for (const key of newSpans) spans.add(key);
      for (const [body, receipt] of newRequests) requests.keep(body, receipt);
    },
  };
}
