import { isAbout } from '../watch/match.ts';
import type { Spending } from '../watch/spending.ts';
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

/** Every rule over every subject of its scope, each within its own time. */
export function decideNews(
  rules: readonly AlertRule[],
  subjects: readonly Subject[],
  { find }: Pick<Book, 'find'>,
  evaluation: Evaluation & { spending?: Spending },
): Decision[] {
  const { spending } = evaluation;
  const decide = (rule: AlertRule): Decision[] =>
    subjects.flatMap((subject) => {
      if (rule.scope !== subject.scope || !isAbout(rule, subject)) return [];
      const standing = find(rule.name, subject.scope, subject.id);
      return evaluateSubject(rule, subject, standing, evaluation) ?? [];
    });
  if (spending === undefined) return rules.flatMap(decide);
  return rules
    .filter(({ name }) => spending.mayGo(name))
    .flatMap((rule) => spending.measure(rule.name, () => decide(rule)));
}

/** One rule over a page of what its window has. */
export function decideWindow(
  rule: AlertRule,
  subjects: readonly Subject[],
  { find }: Pick<Book, 'find'>,
  evaluation: Evaluation,
): Decision[] {
  return subjects.flatMap(
    (subject) =>
      evaluateSubject(rule, subject, find(rule.name, rule.scope, subject.id), evaluation) ?? [],
  );
}

/** What the rule had before and no page of its window has any more does not hold. */
export function decideAbsences(
  rule: AlertRule,
  seen: ReadonlySet<string>,
  { all }: Pick<Book, 'all'>,
  evaluation: Evaluation,
): Decision[] {
  return [...all()]
    .filter(({ row }) => row.rule === rule.name && row.scope === rule.scope)
    .filter(({ row }) => !seen.has(row.subject))
    .map((standing) => evaluateAbsence(rule, standing, evaluation));
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
