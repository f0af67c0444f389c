import type { Store } from '@loopscope/sql';

import type { Book } from './book.ts';
import { decideNews, decideSilence } from './decide.ts';
import type { Evaluation } from './evaluate.ts';
import { createNewsProbe, readNews } from './news.ts';
import { SCOPES, type AlertRule, type Scope } from './rule.ts';

export interface TickOptions {
  store: Store;
  project: string;
  rules: readonly AlertRule[];
  /** Names of all receivers. */
  receivers: readonly string[];
  book: Book;
  now: () => number;
}

/** An alert that ended longer ago begins anew when it fires again. */
const KEPT_MS = 3_600_000;

/**
 * Makes the look at all that arrived since the last one: reads, decides, and writes what changed before anybody is
 * told. The first one looks back as far as an alert can be of interest.
 */
export function createTick(options: TickOptions): () => Promise<void> {
  const { store, project, rules, receivers, book, now } = options;
  const hasNews = createNewsProbe(store, project);
  let after: Map<Scope, string> | null = null;
  let isBehind = false;

  async function begin(): Promise<Map<Scope, string>> {
    await book.load();
    const longestQuietMs = Math.max(0, ...rules.map(({ quietMs }) => quietMs));
    const lookBackUs = String(Math.max(0, now() - longestQuietMs) * 1_000);
    return new Map(SCOPES.map((scope) => [scope, lookBackUs]));
  }

  async function readAll(scope: Scope, reached: Map<Scope, string>, evaluation: Evaluation) {
    let hasMore = true;
    while (hasMore) {
      const news = await readNews(store, scope, { project, after: reached.get(scope) ?? '0' });
      await book.apply(decideNews(rules, news.subjects, book.get, evaluation));
      reached.set(scope, news.next);
      hasMore = news.hasMore;
    }
  }

  return async () => {
    after ??= await begin();
    const evaluation = { project, nowMs: now(), receivers };
    // What a failed tick left behind is read by the next one, whether or not more has arrived.
    isBehind = (await hasNews(evaluation.nowMs)) || isBehind;
    if (isBehind) {
      for (const scope of new Set(rules.map((rule) => rule.scope))) {
        await readAll(scope, after, evaluation);
      }
      isBehind = false;
    }
    await book.apply(decideSilence(rules, book.all(), evaluation));
    book.forget(evaluation.nowMs - KEPT_MS);
  };
}
