import { alertLines, cut, oneLine } from '../../message/lines.ts';
import type { AlertView, Message } from '../../message/message.ts';
import { writeNumber } from '../../message/template.ts';
import type { OutgoingRequest } from '../request.ts';

/** Alertmanager forgets an alert that nobody sends again; a dead sender's alerts end after this. */
const VALID_MS = 300_000;
/** It asks its clients to send firing alerts again and again, and resolved ones for five minutes. */
export const RESEND_MS = 60_000;
export const RESEND_RESOLVED_MS = 300_000;

/** `POST /api/v2/alerts` of a Prometheus Alertmanager, which groups and repeats by itself. */
export function alertmanagerRequest(
  { url, authorization }: { url: string; authorization: string | null },
  message: Message,
  nowMs: number,
): OutgoingRequest {
  return {
    url: `${url.replace(/\/+$/, '')}/api/v2/alerts`,
    headers: authorization === null ? {} : { authorization },
    body: JSON.stringify(message.alerts.map((alert) => toAlert(alert, nowMs))),
  };
}

function toAlert(alert: AlertView, nowMs: number): Record<string, unknown> {
  const endsMs = alert.endedMs ?? nowMs + VALID_MS;
  return {
    // Labels name the alert there: `alert_id` keeps apart what is cut alike.
    labels: bounded(MOST_LABEL_CHARACTERS, oneLine, {
      ...alert.labels,
      alertname: alert.rule,
      severity: alert.severity,
      scope: alert.scope,
      subject: alert.subject,
      agent: alert.agent,
      environment: alert.environment,
      session: alert.sessionId,
      alert_id: alert.alertId,
    }),
    annotations: bounded(MOST_ANNOTATION_CHARACTERS, manyLines, {
      ...alert.annotations,
      title: alert.title,
      summary: alert.summary,
      description: alertLines(alert).join('\n'),
      turn: alert.turnId,
      tool: alert.tool,
      diagnosis: alert.diagnosis?.summary ?? '',
      identity: alert.diagnosis?.identity ?? '',
      fix: alert.diagnosis?.fix ?? '',
      fix_place: alert.diagnosis?.fix_place ?? '',
      cost_usd: alert.costUsd === null ? '' : writeNumber(alert.costUsd),
      cost_per_minute_usd:
        alert.costPerMinuteUsd === null ? '' : writeNumber(alert.costPerMinuteUsd),
      open: alert.links.open,
      stop: alert.links.stop ?? '',
      silence: alert.links.silence,
      not_a_loop: alert.links.notALoop ?? '',
    }),
    startsAt: new Date(alert.startedMs).toISOString(),
    // Of an alert that ended in the same millisecond the end would be no end.
    endsAt: new Date(Math.max(endsMs, alert.startedMs + 1)).toISOString(),
    generatorURL: alert.links.open,
  };
}

const MOST_LABEL_CHARACTERS = 256;
const MOST_ANNOTATION_CHARACTERS = 4_000;

/** Lines stay lines, and nothing turns the reading direction. */
const manyLines = (text: string): string => text.split('\n').map(oneLine).join('\n').trim();

/** Without what is empty. */
const bounded = (
  most: number,
  clean: (text: string) => string,
  texts: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([name, text]) => [name, cut(clean(text), most)])
      .filter(([, text]) => text !== ''),
  );
