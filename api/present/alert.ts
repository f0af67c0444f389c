import {
  isFlapping,
  type AlertDeliveryRow,
  type AlertEventRow,
  type AlertStateRow,
} from '@loopscope/sql';

import {
  alert,
  type Alert,
  type AlertDelivery,
  type AlertEvent,
  type LoopBehind,
} from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { readJson } from './json.ts';

const { facts, labels } = alert.shape;
const factsOf = facts.catch({});
const textsOf = labels.catch({});
const diagnosisOf = alert.shape.diagnosis.catch(null);
const muteOf = alert.shape.muted.catch(null);

export function presentAlert(row: AlertStateRow, nowMs: number): Alert {
  return {
    alert_id: row.alert_id,
    rule: row.rule,
    scope: row.scope,
    subject: row.subject,
    state: row.state,
    severity: row.severity,
    since: toIso(row.since),
    started_at: row.starts.length > 0 ? toIso(row.started_at) : null,
    updated_at: toIso(row.updated_at),
    summary: row.summary,
    agent: row.agent_name,
    agent_version: row.agent_version,
    model: row.model,
    environment: row.environment,
    tool: row.tool,
    session_id: row.session_id,
    turn_id: row.turn_id,
    facts: factsOf.parse(readJson(row.facts)),
    labels: textsOf.parse(readJson(row.labels)),
    annotations: textsOf.parse(readJson(row.annotations)),
    diagnosis: diagnosisOf.parse(readJson(row.diagnosis) ?? null),
    muted: muteOf.parse(readJson(row.muted) ?? null),
    flapping: isFlapping(row.starts, nowMs),
  };
}

export function presentAlertEvent(row: AlertEventRow, loop: LoopBehind | null): AlertEvent {
  const { alert_id, rule, scope, subject, kind, from_state, to_state, receiver, result, summary } =
    row;
  return {
    alert_id,
    at: toIso(row.at),
    rule,
    scope,
    subject,
    kind,
    from_state,
    to_state,
    receiver,
    result,
    summary,
    loop,
  };
}

export function presentDelivery(row: AlertDeliveryRow): AlertDelivery {
  return {
    receiver: row.receiver,
    told: row.told,
    told_at: row.told === '' ? null : toIso(row.told_at),
    trying: row.trying,
    tries: row.tries,
    reason: row.reason,
    dead: row.dead === 1,
  };
}
