import { createHash } from 'node:crypto';

import { fromInstant, type AlertStateRow } from '@loopscope/sql';

import { severityRank } from '../rule/severity.ts';
import { alertLinks, type AlertLinks } from './links.ts';
import { readDiagnosis, readFacts, readTexts, type Diagnosis } from './row-texts.ts';

export type MessageEvent = 'firing' | 'resolved';

/** One alert as a receiver is told of it. */
export interface AlertView {
  alertId: string;
  rule: string;
  severity: string;
  scope: string;
  subject: string;
  state: string;
  agent: string;
  agentVersion: string;
  model: string;
  environment: string;
  tool: string;
  sessionId: string;
  turnId: string;
  /** The rule's own title and text where it has them. */
  title: string;
  summary: string;
  startedMs: number;
  /** Null while it fires. */
  endedMs: number | null;
  costUsd: number | null;
  costPerMinuteUsd: number | null;
  facts: Readonly<Record<string, number | null>>;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  diagnosis: Diagnosis | null;
  links: AlertLinks;
}

/** What one receiver is sent at once: alerts of one group that begin, or that are over. */
export interface Message {
  /** The same for every try, so that a receiver can drop what it has. */
  id: string;
  /** The same for the beginning and the end of the same alerts. */
  thread: string;
  event: MessageEvent;
  /** What the alerts have in common. */
  group: Readonly<Record<string, string>>;
  atMs: number;
  /** The worst first; at least one. */
  alerts: readonly AlertView[];
  /** Alerts of the thread that are not over. */
  stillFiring: number;
  /** Where all alerts of the group are listed. */
  listUrl: string;
}

export function toAlertView(row: AlertStateRow, baseUrl: string): AlertView {
  const facts = readFacts(row.facts);
  const annotations = readTexts(row.annotations);
  const diagnosis = readDiagnosis(row.diagnosis);
  const isFiring = row.state === 'firing';
  return {
    alertId: row.alert_id,
    rule: row.rule,
    severity: row.severity,
    scope: row.scope,
    subject: row.subject,
    state: isFiring ? 'firing' : 'resolved',
    agent: row.agent_name,
    agentVersion: row.agent_version,
    model: row.model,
    environment: row.environment,
    tool: row.tool,
    sessionId: row.session_id,
    turnId: row.turn_id === '' ? (diagnosis?.turn_id ?? '') : row.turn_id,
    title: annotations['title'] ?? titleOf(row, facts),
    summary: annotations['text'] ?? row.summary,
    startedMs: fromInstant(row.started_at),
    endedMs: isFiring ? null : fromInstant(row.since),
    costUsd: toMicros(facts['cost']),
    costPerMinuteUsd: toMicros(facts['cost_per_minute']),
    facts,
    labels: readTexts(row.labels),
    annotations,
    diagnosis,
    links: alertLinks(row, diagnosis, baseUrl),
  };
}

/** Sums of prices carry the dust of binary fractions. */
const toMicros = (usd: number | null | undefined): number | null =>
  usd === null || usd === undefined ? null : Math.round(usd * 1e6) / 1e6;

/** What goes on, in the words that fit on a locked phone. */
function titleOf(row: AlertStateRow, facts: Readonly<Record<string, number | null>>): string {
  const { scope, tool } = row;
  if (scope !== 'session' && scope !== 'turn') return row.summary;
  const who = row.agent_name === '' ? 'An agent' : row.agent_name;
  const fact = (name: string): number => facts[name] ?? 0;
  if (fact('side_effect_repeats') > 0) {
    return `${who} may have made a write again${tool === '' ? '' : ` (${tool})`}`;
  }
  if (fact('max_attempts') > 2 && tool !== '') {
    return `${who} called ${tool} ${fact('max_attempts')} times for the same purpose`;
  }
  const calls = fact('tool_calls');
  if (calls === 0) return row.summary;
  return `${who} made ${calls} tool calls in one ${scope}, ${fact('distinct_signatures')} of them distinct`;
}

/** The worst first: by severity, then by the most calls. */
export function sortViews(views: readonly AlertView[]): AlertView[] {
  return views.toSorted(
    (left, right) =>
      severityRank(left.severity) - severityRank(right.severity) ||
      (right.facts['tool_calls'] ?? 0) - (left.facts['tool_calls'] ?? 0) ||
      (left.alertId < right.alertId ? -1 : 1),
  );
}

/** Short and stable: the same parts give the same name. */
export function nameOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Stable over restarts, so that receivers can tell repeats apart. */
export function alertId(project: string, rule: string, scope: string, subject: string): string {
  return nameOf([project, rule, scope, subject]);
}
