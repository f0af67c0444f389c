import { loopsOf, sessionStatsSince, turnStatsSince, type Store } from '@loopscope/sql';

import { sessionSubject, turnSubject, type LoopCount, type Subject } from './subject.ts';

export type NewsScope = 'session' | 'turn';

export interface NewsQuestion {
  project: string;
  /** Microseconds of the store's clock, as digits. */
  after: string;
  /** Whether a rule asks for loops. */
  wantsLoops: boolean;
  /** What is to be added to the store's clock to read the evaluator's, milliseconds. */
  clockOffsetMs: number;
}

export interface News {
  subjects: Subject[];
  /** Whether there may be more right behind. */
  hasMore: boolean;
  /** `after` of the next question. */
  next: string;
}

const MOST_ROWS = 1_000;
/** Rows of one moment do not become visible at one moment; to look twice at one changes nothing. */
export const OVERLAP_MS = 2_000;

/** Sessions or turns of which something arrived after `after`, whatever times their spans have. */
export async function readNews(
  store: Store,
  scope: NewsScope,
  question: NewsQuestion,
): Promise<News> {
  const asked = { project: question.project, after: question.after, limit: MOST_ROWS };
  const seen = ({ stored_us: arrival }: { stored_us: string }) => ({
    arrival,
    lastSeenMs: Number(arrival) / 1_000 + question.clockOffsetMs,
  });
  if (scope === 'session') {
    const rows = await store.query(sessionStatsSince, asked);
    const ids = rows.map((row) => row.session_id);
    const loops = await readLoops(store, question, { sessions: ids, turns: [] });
    const subjects = rows.map((row) =>
      sessionSubject(row, { loops: loops(row.session_id), ...seen(row) }),
    );
    return toNews(subjects, rows.at(-1)?.stored_us, question.after);
  }
  const rows = await store.query(turnStatsSince, asked);
  const ids = rows.map((row) => row.turn_id);
  const loops = await readLoops(store, question, { sessions: [], turns: ids });
  const subjects = rows.map((row) => turnSubject(row, { loops: loops(row.turn_id), ...seen(row) }));
  return toNews(subjects, rows.at(-1)?.stored_us, question.after);
}

async function readLoops(
  store: Store,
  { project, wantsLoops }: NewsQuestion,
  of: { sessions: string[]; turns: string[] },
): Promise<(id: string) => LoopCount[] | null> {
  if (!wantsLoops) return () => null;
  const found = new Map<string, LoopCount[]>();
  if (of.sessions.length + of.turns.length === 0) return () => [];
  for (const row of await store.query(loopsOf, { project, ...of })) {
    const id = of.turns.length > 0 ? row.turn_id : row.session_id;
    const known = found.get(id);
    if (known === undefined) found.set(id, [row]);
    else known.push(row);
  }
  return (id) => found.get(id) ?? [];
}

function toNews(subjects: Subject[], reached: string | undefined, after: string): News {
  const hasMore = subjects.length >= MOST_ROWS;
  if (reached === undefined) return { subjects, hasMore, next: after };
  const rewound = BigInt(reached) - BigInt(OVERLAP_MS) * 1_000n;
  const isBehind = rewound < BigInt(after);
  const next = hasMore ? reached : String(isBehind ? after : rewound);
  return { subjects, hasMore, next };
}
