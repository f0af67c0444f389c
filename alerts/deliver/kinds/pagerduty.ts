import {
  alertActions,
  alertLines,
  cut,
  headline,
  oneLine,
  SHOWN_ALERTS,
} from '../../message/lines.ts';
import type { Message } from '../../message/message.ts';
import type { OutgoingRequest } from '../request.ts';

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
/** PagerDuty refuses larger events; without its details one still says what it is. */
const MOST_EVENT_BYTES = 512_000;
const MOST_SUMMARY_CHARACTERS = 1_024;
const MOST_FIELD_CHARACTERS = 255;
/** A link that is longer is left out. */
const MOST_URL_CHARACTERS = 2_000;

const SEVERITIES: Readonly<Record<string, string>> = {
  page: 'critical',
  warn: 'warning',
  info: 'info',
};

/** Events API v2. Alerts that were told together are one incident there, over when the last of them is; null until then. */
export function pagerdutyRequest(
  { url, routingKey }: { url: string; routingKey: string },
  message: Message,
): OutgoingRequest | null {
  if (message.event === 'resolved' && message.stillFiring > 0) return null;
  const common = { routing_key: routingKey, dedup_key: message.thread };
  if (message.event === 'resolved') {
    return { url, headers: {}, body: JSON.stringify({ ...common, event_action: 'resolve' }) };
  }
  const full = JSON.stringify({ ...common, ...trigger(message, true) });
  const body =
    Buffer.byteLength(full) <= MOST_EVENT_BYTES
      ? full
      : JSON.stringify({ ...common, ...trigger(message, false) });
  return { url, headers: {}, body };
}

const field = (text: string): string => cut(oneLine(text), MOST_FIELD_CHARACTERS);

function trigger(message: Message, hasDetails: boolean): Record<string, unknown> {
  const [worst] = message.alerts;
  if (worst === undefined) return {};
  const details = message.alerts.slice(0, SHOWN_ALERTS).map((alert) => ({
    title: oneLine(alert.title),
    text: alertLines(alert),
    facts: alert.facts,
    labels: alert.labels,
    session_id: alert.sessionId,
    turn_id: alert.turnId,
  }));
  return {
    event_action: 'trigger',
    client: 'Loopscope',
    client_url: worst.links.open,
    links: alertActions(worst)
      .filter(([, href]) => href.length <= MOST_URL_CHARACTERS)
      .map(([text, href]) => ({ text, href })),
    payload: {
      summary: cut(headline(message), MOST_SUMMARY_CHARACTERS),
      severity: SEVERITIES[worst.severity] ?? 'error',
      source: field(worst.agent) || 'loopscope',
      timestamp: new Date(worst.startedMs).toISOString(),
      ...(worst.tool === '' ? {} : { component: field(worst.tool) }),
      ...(worst.environment === '' ? {} : { group: field(worst.environment) }),
      class: worst.rule,
      custom_details: hasDetails
        ? { total: message.alerts.length, alerts: details }
        : { total: message.alerts.length, details: 'left out: the event would be too large' },
    },
  };
}
