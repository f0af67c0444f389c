import {
  evaluateOrphan,
  evaluateSilence,
  evaluateSubject,
  type Decision,
  type Evaluation,
  type Standing,
} from './evaluate.ts';
import { alertId } from './message.ts';
import type { AlertRule } from './rule.ts';
import type { Subject } from './subject.ts';

type Known = (alertId: string) => Standing | undefined;

/** Every rule over every subject of its scope; null where there is no alert and none begins. */
export function decideNews(
  rules: readonly AlertRule[],
  subjects: readonly Subject[],
  known: Known,
  evaluation: Evaluation,
): (Decision | null)[] {
  return subjects.flatMap((subject) =>
    rules
      .filter((rule) => rule.scope === subject.scope)
      .map((rule) => {
        const id = alertId(evaluation.project, rule.name, subject.scope, subject.id);
        return evaluateSubject(rule, subject, known(id), evaluation);
      }),
  );
}

/** Every alert by the clock alone; null where nothing moves. */
export function decideSilence(
  rules: readonly AlertRule[],
  standings: readonly Standing[],
  evaluation: Evaluation,
): (Decision | null)[] {
  const inForce = new Map(rules.map((rule) => [`${rule.scope} ${rule.name}`, rule]));
  return standings.map((standing) => {
    const rule = inForce.get(`${standing.row.scope} ${standing.row.rule}`);
    return rule === undefined
      ? evaluateOrphan(standing, evaluation)
      : evaluateSilence(rule, standing, evaluation);
  });
}
