import {
  alertActions,
  alertLines,
  cut,
  headline,
  oneLine,
  SHOWN_ALERTS,
} from '../../message/lines.ts';
import type { AlertView, Message } from '../../message/message.ts';
import type { OutgoingRequest } from '../request.ts';

/** Bounds of Block Kit. */
const MOST_SECTION_CHARACTERS = 3_000;
const MOST_HEADER_CHARACTERS = 150;

/**
 * An incoming webhook of Slack, or of what speaks its form. What agents say stands in `plain_text`, where nothing is markup;
 * only our own links are `mrkdwn`.
 */
export function slackRequest({ url }: { url: string }, message: Message): OutgoingRequest {
  const shown = message.alerts.slice(0, SHOWN_ALERTS);
  const rest = message.alerts.length - shown.length;
  const body = JSON.stringify({
    text: escape(headline(message)),
    blocks: [
      { type: 'header', text: plain(headline(message), MOST_HEADER_CHARACTERS) },
      ...shown.flatMap((alert) => alertBlocks(alert, shown.length > 1)),
      ...(rest > 0 ? [links([[`${rest} more`, message.listUrl]])] : []),
    ],
  });
  return { url, body, headers: {} };
}

function alertBlocks(alert: AlertView, isOneOfMany: boolean): Record<string, unknown>[] {
  const title = isOneOfMany ? [oneLine(alert.title)] : [];
  const text = [...title, ...alertLines(alert)].join('\n');
  return [
    { type: 'section', text: plain(text, MOST_SECTION_CHARACTERS) },
    links(alertActions(alert)),
  ];
}

const plain = (text: string, most: number) => ({
  type: 'plain_text',
  text: cut(text, most),
  emoji: false,
});

const links = (actions: readonly [label: string, url: string][]): Record<string, unknown> => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text: actions.map(([label, url]) => `<${escape(url)}|${label}>`).join('  ·  '),
  },
});

/** The three characters that Slack reads as its own. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
