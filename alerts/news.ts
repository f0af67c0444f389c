import { sessionStatsSince, turnStatsSince, type Store } from '@loopscope/sql';

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
const OVERLAP_US = 2_000_000n;

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
  const rewound = BigInt(reached) - OVERLAP_US;
  const isBehind = rewound < BigInt(after);
  const next = hasMore ? reached : String(isBehind ? after : rewound);
  return { subjects, hasMore, next };
}
