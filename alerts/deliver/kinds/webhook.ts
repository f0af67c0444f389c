import { alertActions, headline } from '../../message/lines.ts';
import type { AlertView, Message } from '../../message/message.ts';
import type { OutgoingRequest } from '../request.ts';
import { signHeaders } from './sign.ts';

/** Standard Webhooks: `type`, `timestamp`, `data`; `data` is the worst alert, with all of them under `alerts`. */
export function webhookRequest(
  { url, secret }: { url: string; secret: string | null },
  message: Message,
  nowMs: number,
): OutgoingRequest {
  const [worst] = message.alerts;
  const type = `alert.${message.event}`;
  const body = JSON.stringify({
    type,
    timestamp: iso(message.atMs),
    data: {
      ...(worst === undefined ? {} : alertBody(worst)),
      text: headline(message),
      dedup_key: message.thread,
      group: message.group,
      total: message.alerts.length,
      alerts: message.alerts.map(alertBody),
    },
  });
  const timestamp = Math.floor(nowMs / 1_000);
  return { url, body, headers: signHeaders({ id: message.id, timestamp, body }, secret) };
}

function alertBody(alert: AlertView): Record<string, unknown> {
  return {
    alert_id: alert.alertId,
    rule: alert.rule,
    severity: alert.severity,
    state: alert.state,
    scope: alert.scope,
    subject: alert.subject,
    agent: alert.agent,
    agent_version: alert.agentVersion,
    model: alert.model,
    environment: alert.environment,
    tool: alert.tool,
    session_id: alert.sessionId,
    turn_id: alert.turnId === '' ? null : alert.turnId,
    since: iso(alert.startedMs),
    ended_at: alert.endedMs === null ? null : iso(alert.endedMs),
    title: alert.title,
    summary: alert.summary,
    diagnosis: alert.diagnosis,
    cost_usd: alert.costUsd,
    cost_per_minute_usd: alert.costPerMinuteUsd,
    facts: alert.facts,
    labels: alert.labels,
    annotations: alert.annotations,
    url: alert.links.open,
    links: Object.fromEntries(
      alertActions(alert).map(([label, url]) => [label.toLowerCase().replaceAll(' ', '_'), url]),
    ),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
