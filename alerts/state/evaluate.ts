import {
  fromInstant,
  nextVersion,
  toInstant,
  type AlertEventRow,
  type AlertStateRow,
} from '@loopscope/sql';

import { factsRead } from '../condition/condition.ts';
import { holds as conditionHolds } from '../condition/holds.ts';
import { alertId } from '../message/message.ts';
import { fillTemplate } from '../message/template.ts';
import { isNewsScope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Subject } from '../watch/subject.ts';
import { summarise } from '../watch/summarise.ts';
import { flappingKeepMs, withStart } from './flapping.ts';
import { transition, type Emission } from './transition.ts';

/** An alert as the evaluator knows it: its row, and what the last look at its subject said. */
export interface Standing {
  row: AlertStateRow;
  holds: boolean;
  lastSeenMs: number;
  /** As the subject names its latest arrival. */
  arrival: string;
  clearSinceMs: number | null;
  /** The latest looks, the newest last, of a rule that counts them. */
  looks: readonly boolean[];
  /** The row has facts, or its subject was seen at a time, that is not stored yet. */
  isStale: boolean;
}

/** What one evaluation came to. */
export interface Decision {
  standing: Standing;
  /** Whether the row is to be written now. */
  changed: boolean;
  event: AlertEventRow | null;
}

export interface Evaluation {
  project: string;
  nowMs: number;
}

/** Facts of an alert that does not move are written this often at most. */
const WRITE_FACTS_MS = 5_000;

/** One rule over one subject of which something is known. Null where there is no alert and none begins. */
export function evaluateSubject(
  rule: AlertRule,
  subject: Subject,
  standing: Standing | undefined,
  evaluation: Evaluation,
): Decision | null {
  const isTrue = conditionHolds(rule.condition, subject.facts, subject.baseline);
  // The usual case costs nothing: no alert, and none begins.
  if (standing === undefined && !isTrue && rule.times === null) return null;
  const looks = nextLooks(rule, standing, isTrue);
  const holds = rule.times === null ? isTrue : isOften(rule, looks);
  const told = describedAnew(rule, subject, { standing, evaluation });
  const sight = arrivalOf(subject, standing, evaluation);
  const seen: Standing = {
    ...told,
    ...sight,
    // A later sight is stored too: a restart must not take the subject for quiet since the one before.
    isStale: told.isStale || (standing !== undefined && sight.lastSeenMs > standing.lastSeenMs),
    holds,
    clearSinceMs: clearSince(standing, holds, evaluation.nowMs),
    looks,
  };
  return step(rule, seen, evaluation);
}

/** The row with what is known now; the same row where nothing changed. */
function describedAnew(
  rule: AlertRule,
  subject: Subject,
  { standing, evaluation }: { standing: Standing | undefined; evaluation: Evaluation },
): Pick<Standing, 'row' | 'isStale'> {
  if (standing === undefined) return { row: newRow(rule, subject, evaluation), isStale: false };
  const facts = writeFacts(subject);
  if (facts === standing.row.facts) return standing;
  return { row: { ...standing.row, ...described(rule, subject) }, isStale: true };
}

/** A second look at one arrival is no news of the subject. */
function arrivalOf(
  subject: Subject,
  standing: Standing | undefined,
  { nowMs }: Evaluation,
): Pick<Standing, 'lastSeenMs' | 'arrival'> {
  const { arrival } = subject;
  if (standing !== undefined && arrival !== '' && standing.arrival === arrival) {
    return { arrival, lastSeenMs: standing.lastSeenMs };
  }
  return { arrival, lastSeenMs: Math.min(subject.lastSeenMs, nowMs) };
}

function nextLooks(
  { times }: AlertRule,
  standing: Standing | undefined,
  isTrue: boolean,
): readonly boolean[] {
  return times === null ? [] : [...(standing?.looks ?? []), isTrue].slice(-times.of);
}

const isOften = ({ times }: AlertRule, looks: readonly boolean[]): boolean =>
  times !== null && looks.filter(Boolean).length >= times.need;

/** One rule over an alert of which nothing new is known: a time may be over, or the subject is quiet for good. */
export function evaluateSilence(
  rule: AlertRule,
  standing: Standing,
  evaluation: Evaluation,
): Decision | null {
  const decision = step(rule, standing, evaluation);
  return decision.changed ? decision : null;
}

/** A subject that was looked for and is not there: its condition does not hold. */
export function evaluateAbsence(
  rule: AlertRule,
  standing: Standing,
  evaluation: Evaluation,
): Decision {
  const looks = nextLooks(rule, standing, false);
  const holds = isOften(rule, looks);
  const clearSinceMs = clearSince(standing, holds, evaluation.nowMs);
  return step(rule, { ...standing, looks, holds, clearSinceMs }, evaluation);
}

/** An alert whose rule is gone is over. */
export function evaluateOrphan(standing: Standing, evaluation: Evaluation): Decision | null {
  if (standing.row.state !== 'firing' && standing.row.state !== 'pending') return null;
  const timing = { forMs: 0, quietMs: Number.MAX_SAFE_INTEGER, keepMs: 0 };
  return move({ ...standing, holds: false }, timing, evaluation);
}

function clearSince(standing: Standing | undefined, holds: boolean, nowMs: number): number | null {
  return holds ? null : (standing?.clearSinceMs ?? nowMs);
}

function step(rule: AlertRule, standing: Standing, evaluation: Evaluation): Decision {
  const timing = {
    forMs: rule.forMs,
    // A rule over a window looks by itself: its subjects are never quiet.
    quietMs: isNewsScope(rule.scope) ? rule.quietMs : Number.MAX_SAFE_INTEGER,
    keepMs: Math.max(rule.keepMs, flappingKeepMs(standing.row.starts, evaluation.nowMs)),
  };
  return move(standing, timing, evaluation);
}

function move(
  standing: Standing,
  timing: { forMs: number; quietMs: number; keepMs: number },
  { nowMs }: Evaluation,
): Decision {
  const { row } = standing;
  const { next, emit } = transition(
    { state: row.state, sinceMs: fromInstant(row.since) },
    standing,
    timing,
    nowMs,
  );
  const isMoved = next.state !== row.state;
  const isDue = standing.isStale && nowMs - fromInstant(row.updated_at) >= WRITE_FACTS_MS;
  if (!isMoved && !isDue && !hasNewLooks(standing))
    return { standing, changed: false, event: null };
  const moved = rowToWrite(
    standing,
    {
      ...(emit === 'firing' ? withStart(row, nowMs) : {}),
      state: next.state,
      since: toInstant(next.sinceMs),
    },
    nowMs,
  );
  return {
    standing: { ...standing, row: moved, isStale: false },
    changed: true,
    event: isMoved ? toEvent(row, moved, emit) : null,
  };
}

/** Looks are written as they come: a restart must not begin to count anew. Where none held there is nothing to count. */
function hasNewLooks({ row, looks }: Standing): boolean {
  const written = row.looks.map((look) => look === 1);
  return [...looks, ...written].includes(true) && looks.join() !== written.join();
}

/** The row with what changed, and what else is known by then. */
export function rowToWrite(
  { row, lastSeenMs, looks }: Standing,
  changes: Partial<AlertStateRow>,
  nowMs: number,
): AlertStateRow {
  return {
    ...row,
    ...changes,
    last_seen_at: toInstant(lastSeenMs),
    looks: looks.map((look) => (look ? 1 : 0)),
    updated_at: toInstant(nowMs),
    version: nextVersion(row.version, nowMs),
  };
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

/** Kinds of loops that are not there need no saying. */
function writeFacts({ facts }: Subject): string {
  const said = Object.entries(facts).filter(
    ([name, value]) => value !== 0 || !name.startsWith('loops_'),
  );
  return JSON.stringify(Object.fromEntries(said));
}

function described(rule: AlertRule, subject: Subject) {
  const summary = summarise(subject, factsRead(rule.condition).facts);
  const values = {
    rule: rule.name,
    severity: rule.severity,
    scope: rule.scope,
    subject: subject.id,
    agent: subject.agent,
    version: subject.agentVersion,
    model: subject.model,
    environment: subject.environment,
    tool: subject.tool,
    session: subject.sessionId,
    turn: subject.turnId,
    summary,
    ...subject.facts,
  };
  const fill = (texts: Readonly<Record<string, string>>): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, fillTemplate(text, values)]),
      ),
    );
  return {
    summary,
    severity: rule.severity,
    agent_name: subject.agent,
    agent_version: subject.agentVersion,
    model: subject.model,
    environment: subject.environment,
    tool: subject.tool,
    session_id: subject.sessionId,
    turn_id: subject.turnId,
    facts: writeFacts(subject),
    labels: fill(rule.labels),
    annotations: fill(rule.annotations),
  };
}

function newRow(rule: AlertRule, subject: Subject, { project, nowMs }: Evaluation): AlertStateRow {
  return {
    ...described(rule, subject),
    project,
    alert_id: alertId(project, rule.name, subject.scope, subject.id),
    rule: rule.name,
    scope: subject.scope,
    subject: subject.id,
    state: 'inactive',
    since: toInstant(nowMs),
    started_at: toInstant(nowMs),
    updated_at: toInstant(nowMs),
    diagnosis: '',
    muted: '',
    starts: [],
    last_seen_at: toInstant(nowMs),
    looks: [],
    version: '0',
  };
}
