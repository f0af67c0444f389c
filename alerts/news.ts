import { latestNews, sessionStatsSince, turnStatsSince, type Store } from '@loopscope/sql';

import type { Scope } from './rule.ts';
import { sessionSubject, turnSubject, type Subject } from './subject.ts';

export interface News {
  subjects: Subject[];
  /** Whether there may be more right behind. */
  hasMore: boolean;
  /** `after` of the next question: microseconds of the store's clock, as digits. */
  next: string;
}

const MOST_ROWS = 1_000;
/** Rows of one moment do not become visible at one moment; to look twice at one changes nothing. */
const OVERLAP_MS = 2_000;

/** Sessions or turns of which something arrived after `after`, whatever times their spans have. */
export async function readNews(
  store: Store,
  scope: Scope,
  { project, after }: { project: string; after: string },
): Promise<News> {
  const question = { project, after, limit: MOST_ROWS };
  if (scope === 'session') {
    const rows = await store.query(sessionStatsSince, question);
    return toNews(rows.map(sessionSubject), rows.at(-1)?.stored_us, after);
  }
  const rows = await store.query(turnStatsSince, question);
  return toNews(rows.map(turnSubject), rows.at(-1)?.stored_us, after);
}

function toNews(subjects: Subject[], reached: string | undefined, after: string): News {
  const hasMore = subjects.length >= MOST_ROWS;
  if (reached === undefined) return { subjects, hasMore, next: after };
  const rewound = BigInt(reached) - BigInt(OVERLAP_MS) * 1_000n;
  const isBehind = rewound < BigInt(after);
  const next = hasMore ? reached : String(isBehind ? after : rewound);
  return { subjects, hasMore, next };
}

/**
 * Makes the cheap question that spares the others: has anything arrived of late? It says so a while longer than the
 * overlap, so that what became visible behind the latest row is seen too.
 */
export function createNewsProbe(
  store: Store,
  project: string,
): (nowMs: number) => Promise<boolean> {
  let latest = '';
  let movedAtMs = 0;
  return async (nowMs) => {
    const [row] = await store.query(latestNews, { project });
    const turns = row?.turns ?? '';
    if (turns !== latest) movedAtMs = nowMs;
    latest = turns;
    return Math.abs(nowMs - movedAtMs) <= 2 * OVERLAP_MS;
  };
}
