import type { Store } from '@loopscope/sql';

import type { Log } from '../options.ts';
import type { RuleBook } from '../rule/rule-book.ts';
import type { Book } from '../state/book.ts';
import type { Decision } from '../state/evaluate.ts';
import { createFailures, type Failure } from './failure.ts';
import { isBefore, type NewsScope } from './news.ts';
import {
  lookAtPage,
  MOST_ROWS,
  type Looking,
  type NewsCount,
  type NewsLook,
  type Reach,
} from './news-page.ts';
import { createSpending } from './spending.ts';

export interface NewsWatchOptions {
  store: Store;
  project: string;
  ruleBook: RuleBook;
  book: Book;
  apply: (decisions: readonly Decision[]) => Promise<void>;
  /** A clock that nobody sets. */
  steady: () => number;
  now: () => number;
  log: Log;
}

/** Looks at sessions and turns of which something arrived: all of them, page by page, whatever their number. */
export interface NewsWatch {
  /** Reads on from where the last look came to; false where something is left for the next one. */
  look(look: NewsLook): Promise<boolean>;
  /** The next look begins anew. */
  reset(): void;
  failures: () => ReadonlyMap<string, Failure>;
  counts: () => ReadonlyMap<NewsScope, NewsCount>;
}

/** A look that takes longer goes on in the next one: leases, orders and windows have their turn. */
const LOOK_MS = 2_000;
/** Rows of one moment do not become visible at one moment: what arrived within this is asked for once more. */
export const OVERLAP_MS = 2_000;
const SCOPES: readonly NewsScope[] = ['session', 'turn'];

export function createNewsWatch(options: NewsWatchOptions): NewsWatch {
  const failures = createFailures(options);
  const reaches = new Map<NewsScope, Reach>();
  let isBegun = false;

  function begin({ nowMs, clockOffsetMs }: NewsLook): void {
    isBegun = true;
    const us = firstUs(options.ruleBook, nowMs - clockOffsetMs);
    for (const scope of SCOPES) {
      const { looked = 0 } = reaches.get(scope) ?? {};
      const place = { us, id: '' };
      const page = { pageRows: MOST_ROWS, trouble: null };
      const known = { leftOut: new Map(), seen: new Map() };
      reaches.set(scope, { scope, place, ...page, ...known, waiting: 0, looked });
    }
  }

  return {
    async look(look) {
      if (!isBegun) begin(look);
      failures.keepOnly(options.ruleBook.active().map(({ name }) => name));
      const spending = createSpending(options.steady);
      let isDone = true;
      for (const reach of reaches.values()) {
        isDone = (await lookAtScope(reach, { ...look, spending, failures }, options)) && isDone;
      }
      for (const [rule, reason] of spending.tooDear()) failures.note(rule, reason);
      return isDone;
    },
    reset() {
      isBegun = false;
    },
    failures: () => failures.all(),
    counts: () => reaches,
  };
}

/** Page after page until nothing is left, or the time of a look is over. */
async function lookAtScope(
  reach: Reach,
  looking: Looking,
  options: NewsWatchOptions,
): Promise<boolean> {
  const rules = options.ruleBook.active().filter(({ scope }) => scope === reach.scope);
  if (rules.length === 0) return true;
  const settled = { us: String(BigInt(looking.nowUs) - BigInt(OVERLAP_MS) * 1_000n), id: '' };
  const endMs = options.steady() + LOOK_MS;
  let from = reach.place;
  for (;;) {
    const page = await lookAtPage({ reach, rules, from }, looking, options);
    if (page === 'too_much') return false;
    from = page.next;
    // What arrived of late may have company that is not visible yet: it is looked at once more.
    if (isBefore(from, settled)) reach.place = from;
    else if (isBefore(reach.place, settled)) reach.place = settled;
    for (const [id, arrived] of reach.seen) if (arrived < reach.place.us) reach.seen.delete(id);
    if (page.isLast) return true;
    if (options.steady() >= endMs) return false;
  }
}

/** Where a first look begins: as far back as an alert can be of interest. */
function firstUs(ruleBook: RuleBook, nowMs: number): string {
  const quietMs = ruleBook.active().map((rule) => rule.quietMs);
  const backMs = Math.max(0, nowMs - Math.max(0, ...quietMs));
  return String(Math.round(backMs) * 1_000);
}
