import { alertActions, alertLines, headline, SHOWN_ALERTS } from '../../message/lines.ts';
import type { AlertView, Message } from '../../message/message.ts';
import type { OutgoingRequest } from '../request.ts';

/** Bounds of Block Kit. */
const MOST_SECTION_CHARACTERS = 3_000;
const MOST_HEADER_CHARACTERS = 150;

/** An incoming webhook of Slack, or of what speaks its form. */
export function slackRequest({ url }: { url: string }, message: Message): OutgoingRequest {
  const shown = message.alerts.slice(0, SHOWN_ALERTS);
  const rest = message.alerts.length - shown.length;
  const body = JSON.stringify({
    text: escape(headline(message)),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: cut(headline(message), MOST_HEADER_CHARACTERS) },
      },
      ...shown.flatMap((alert) => alertBlocks(alert, shown.length > 1)),
      ...(rest > 0 ? [section(`<${message.listUrl}|${rest} more>`)] : []),
    ],
  });
  return { url, body, headers: {} };
}

function alertBlocks(alert: AlertView, isOneOfMany: boolean): Record<string, unknown>[] {
  const lines = alertLines(alert).map(escape);
  const title = isOneOfMany ? [`*${escape(alert.title)}*`] : [];
  const actions = alertActions(alert).map(([label, url]) => `<${url}|${label}>`);
  return [section([...title, ...lines, actions.join('  ·  ')].join('\n'))];
}

const section = (text: string): Record<string, unknown> => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cut(text, MOST_SECTION_CHARACTERS) },
});

/** The three characters that Slack reads as its own. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
