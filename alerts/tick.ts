import type { Store } from '@loopscope/sql';

import type { Book } from './book.ts';
import { evaluateOrphan, evaluateSilence, evaluateSubject, type Evaluation } from './evaluate.ts';
import { alertId } from './message.ts';
import { readNews } from './news.ts';
import { SCOPES, type AlertRule, type Scope } from './rule.ts';
import type { Subject } from './subject.ts';

export interface TickOptions {
  store: Store;
  project: string;
  rules: readonly AlertRule[];
  /** Names of all receivers. */
  receivers: readonly string[];
  book: Book;
  now: () => number;
}

/**
 * Makes the look at all that arrived since the last one: reads, decides by `evaluate.ts`, and writes what changed
 * before anybody is told. The first one looks back as far as an alert can be of interest.
 */
export function createTick({
  store,
  project,
  rules,
  receivers,
  book,
  now,
}: TickOptions): () => Promise<void> {
  let after: Map<Scope, string> | null = null;

  async function begin(): Promise<Map<Scope, string>> {
    await book.load();
    const longestQuietMs = Math.max(0, ...rules.map(({ quietMs }) => quietMs));
    const lookBackUs = String(Math.max(0, now() - longestQuietMs) * 1_000);
    return new Map(SCOPES.map((scope) => [scope, lookBackUs]));
  }

  function evaluateNews(subjects: readonly Subject[], evaluation: Evaluation): Promise<void> {
    const decisions = subjects.flatMap((subject) =>
      rules
        .filter((rule) => rule.scope === subject.scope)
        .map((rule) => {
          const id = alertId(project, rule.name, subject.scope, subject.id);
          return evaluateSubject(rule, subject, book.get(id), evaluation);
        }),
    );
    return book.apply(decisions);
  }

  function evaluateSilent(evaluation: Evaluation): Promise<void> {
    const inForce = new Map(rules.map((rule) => [`${rule.scope} ${rule.name}`, rule]));
    const decisions = book.all().map((standing) => {
      const rule = inForce.get(`${standing.row.scope} ${standing.row.rule}`);
      return rule === undefined
        ? evaluateOrphan(standing, evaluation)
        : evaluateSilence(rule, standing, evaluation);
    });
    return book.apply(decisions);
  }

  return async () => {
    after ??= await begin();
    const evaluation = { project, nowMs: now(), receivers };
    for (const scope of new Set(rules.map((rule) => rule.scope))) {
      let hasMore = true;
      while (hasMore) {
        const news = await readNews(store, scope, { project, after: after.get(scope) ?? '0' });
        await evaluateNews(news.subjects, evaluation);
        after.set(scope, news.next);
        hasMore = news.hasMore;
      }
    }
    await evaluateSilent(evaluation);
  };
}
