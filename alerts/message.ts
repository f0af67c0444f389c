import { createHash } from 'node:crypto';

import { fromInstant, type AlertStateRow } from '@loopscope/sql';

import type { Notification } from './deliver/receiver.ts';
import type { Subject } from './subject.ts';

const FACTS_SHOWN = 4;

/** One sentence: who, where, what was repeated how often. */
export function summarise(subject: Subject): string {
  const { agent, mostAttempted, facts, loopKinds, scope } = subject;
  const calls = facts['tool_calls'] ?? 0;
  const distinct = facts['distinct_signatures'] ?? 0;
  const repeated =
    mostAttempted.attempts > 1
      ? `; ${mostAttempted.tool} attempted ${mostAttempted.attempts} times for the same purpose`
      : '';
  const loops = loopKinds.length > 0 ? ` (${loopKinds.slice(0, FACTS_SHOWN).join(', ')})` : '';
  const repeats = facts['side_effect_repeats'] ?? 0;
  const effects = repeats > 0 ? `; ${plural(repeats, 'write')} may have been made again` : '';
  const made = `${agent === '' ? 'An agent' : agent} made ${plural(calls, 'tool call')} in one ${scope}`;
  return `${made}, ${distinct} of them distinct${repeated}${loops}${effects}`;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Stable over restarts, so that receivers can tell repeats apart. */
export function alertId(project: string, rule: string, scope: string, subject: string): string {
  const text = JSON.stringify([project, rule, scope, subject]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What is sent for a firing or resolved alert; `baseUrl` is where the web is. */
export function toNotification(row: AlertStateRow, baseUrl: string): Notification {
  const isFiring = row.state === 'firing';
  const event = isFiring ? 'alert.firing' : 'alert.resolved';
  const sinceMs = fromInstant(row.since);
  const url = linkTo(row, baseUrl);
  const summary = isFiring ? row.summary : `Over: ${row.summary}`;
  return {
    // One incident begins once and ends once, whatever is retried.
    id: `${row.alert_id}-${sinceMs}-${row.state}`,
    event,
    text: `[${row.severity}] ${row.rule}: ${summary} ${url}`,
    body: JSON.stringify({
      type: event,
      timestamp: new Date(sinceMs).toISOString(),
      data: {
        alert_id: row.alert_id,
        dedup_key: row.alert_id,
        rule: row.rule,
        severity: row.severity,
        state: row.state,
        scope: row.scope,
        agent: row.agent_name,
        session_id: row.session_id,
        turn_id: row.turn_id === '' ? null : row.turn_id,
        since: new Date(sinceMs).toISOString(),
        summary,
        facts: JSON.parse(row.facts),
        url,
      },
    }),
  };
}

/** The trajectory of the turn, or the session with its turns. */
function linkTo(
  { scope, turn_id: turnId, session_id: sessionId }: AlertStateRow,
  baseUrl: string,
): string {
  const path =
    scope === 'turn'
      ? `/turns/${encodeURIComponent(turnId)}`
      : `/sessions/${encodeURIComponent(sessionId)}`;
  return `${baseUrl.replace(/\/$/, '')}${path}`;
}
