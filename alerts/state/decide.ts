import { isAbout } from '../watch/match.ts';
import type { Subject } from '../watch/subject.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Book } from './book.ts';
import {
  evaluateAbsence,
  evaluateOrphan,
  evaluateSilence,
  evaluateSubject,
  type Decision,
  type Evaluation,
} from './evaluate.ts';

type Known = Pick<Book, 'find' | 'all'>;

/** Every rule over every subject of its scope. */
export function decideNews(
  rules: readonly AlertRule[],
  subjects: readonly Subject[],
  { find }: Pick<Book, 'find'>,
  evaluation: Evaluation,
): Decision[] {
  return subjects.flatMap((subject) =>
    rules.flatMap((rule) => {
      if (rule.scope !== subject.scope || !isAbout(rule, subject)) return [];
      const standing = find(rule.name, subject.scope, subject.id);
      return evaluateSubject(rule, subject, standing, evaluation) ?? [];
    }),
  );
}

/** One rule over all that its window has; what it had before and has no more does not hold. */
export function decideWindow(
  rule: AlertRule,
  subjects: readonly Subject[],
  book: Known,
  evaluation: Evaluation,
): Decision[] {
  const seen = new Set(subjects.map(({ id }) => id));
  const absent = [...book.all()]
    .filter(({ row }) => row.rule === rule.name && row.scope === rule.scope)
    .filter(({ row }) => !seen.has(row.subject))
    .map((standing) => evaluateAbsence(rule, standing, evaluation));
  const present = subjects.flatMap(
    (subject) =>
      evaluateSubject(rule, subject, book.find(rule.name, rule.scope, subject.id), evaluation) ??
      [],
  );
  return [...present, ...absent];
}

/** Every alert by the clock alone. */
export function decideSilence(
  rules: readonly AlertRule[],
  { all }: Pick<Book, 'all'>,
  evaluation: Evaluation,
): Decision[] {
  const inForce = new Map(rules.map((rule) => [`${rule.scope} ${rule.name}`, rule]));
  const decisions: Decision[] = [];
  for (const standing of all()) {
    const rule = inForce.get(`${standing.row.scope} ${standing.row.rule}`);
    const decision =
      rule === undefined
        ? evaluateOrphan(standing, evaluation)
        : evaluateSilence(rule, standing, evaluation);
    if (decision !== null) decisions.push(decision);
  }
  return decisions;
}
