import { fromInstant, toInstant, type AlertEventRow, type AlertStateRow } from '@loopscope/sql';

import { holds } from './condition/holds.ts';
import { alertId, summarise } from './message.ts';
import type { AlertRule } from './rule.ts';
import type { Subject } from './subject.ts';
import { transition, type Emission } from './transition.ts';

/** An alert as the evaluator knows it: its row, and what the last look at its subject said. */
export interface Standing {
  row: AlertStateRow;
  holds: boolean;
  lastSeenMs: number;
}

/** What one evaluation came to; null rows need no writing. */
export interface Decision {
  standing: Standing;
  /** Whether the row differs from what is stored. */
  changed: boolean;
  event: AlertEventRow | null;
}

export interface Evaluation {
  project: string;
  nowMs: number;
  /** Names of all receivers: who is told by a rule that names none. */
  receivers: readonly string[];
}

/** One rule over one subject of which something arrived. Null where there is no alert and none begins. */
export function evaluateSubject(
  rule: AlertRule,
  subject: Subject,
  standing: Standing | undefined,
  evaluation: Evaluation,
): Decision | null {
  const seen: Standing = {
    row: { ...(standing?.row ?? newRow(rule, subject, evaluation)), ...described(subject) },
    holds: holds(rule.condition, subject.facts),
    lastSeenMs: Math.min(subject.lastSeenMs, evaluation.nowMs),
  };
  const decision = step(rule, seen, evaluation);
  if (standing === undefined && decision.standing.row.state === 'inactive') return null;
  const news = decision.standing.row.facts !== standing?.row.facts;
  return { ...decision, changed: decision.changed || news };
}

/** One rule over an alert whose subject is silent: a hold time may be over, or the subject is quiet for good. */
export function evaluateSilence(
  rule: AlertRule,
  standing: Standing,
  evaluation: Evaluation,
): Decision | null {
  const decision = step(rule, standing, evaluation);
  return decision.changed ? decision : null;
}

/** An alert whose rule is gone is over. */
export function evaluateOrphan(standing: Standing, evaluation: Evaluation): Decision | null {
  if (standing.row.state !== 'firing' && standing.row.state !== 'pending') return null;
  const rule = { forMs: 0, quietMs: Number.MAX_SAFE_INTEGER, notify: [] };
  return step(rule, { ...standing, holds: false }, evaluation);
}

function step(
  { forMs, quietMs, notify }: Pick<AlertRule, 'forMs' | 'quietMs' | 'notify'>,
  standing: Standing,
  { nowMs, receivers }: Evaluation,
): Decision {
  const { row } = standing;
  const { next, emit } = transition(
    { state: row.state, sinceMs: fromInstant(row.since) },
    standing,
    { forMs, quietMs },
    nowMs,
  );
  const changed = next.state !== row.state;
  const moved: AlertStateRow = {
    ...row,
    state: next.state,
    since: toInstant(next.sinceMs),
    updated_at: toInstant(nowMs),
    undelivered: emit === null ? row.undelivered : [...(notify.length > 0 ? notify : receivers)],
    version: nextVersion(row.version, nowMs),
  };
  return {
    standing: { ...standing, row: moved },
    changed,
    event: changed ? toEvent(row, moved, emit) : null,
  };
}

/** Grows with the clock, and also where the clock stands still or goes back. */
export function nextVersion(version: string, nowMs: number): string {
  const byClock = BigInt(nowMs) * 1_000n;
  const following = BigInt(version) + 1n;
  return String(byClock > following ? byClock : following);
}

function toEvent(from: AlertStateRow, to: AlertStateRow, emit: Emission | null): AlertEventRow {
  return {
    project: to.project,
    alert_id: to.alert_id,
    at: to.updated_at,
    rule: to.rule,
    scope: to.scope,
    subject: to.subject,
    kind: 'transition',
    from_state: from.state,
    to_state: to.state,
    receiver: '',
    result: emit ?? '',
    summary: to.summary,
  };
}

const described = (subject: Subject) => ({
  summary: summarise(subject),
  agent_name: subject.agent,
  session_id: subject.sessionId,
  turn_id: subject.turnId,
  facts: JSON.stringify(subject.facts),
});

function newRow(rule: AlertRule, subject: Subject, { project, nowMs }: Evaluation): AlertStateRow {
  return {
    ...described(subject),
    project,
    alert_id: alertId(project, rule.name, subject.scope, subject.id),
    rule: rule.name,
    scope: subject.scope,
    subject: subject.id,
    state: 'inactive',
    severity: rule.severity,
    since: toInstant(nowMs),
    started_at: toInstant(nowMs),
    updated_at: toInstant(nowMs),
    undelivered: [],
    agent_version: '',
    model: '',
    environment: '',
    tool: '',
    labels: '{}',
    annotations: '{}',
    diagnosis: '',
    muted: '',
    starts: [],
    version: '0',
  };
}
