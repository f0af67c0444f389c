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
    // What agents say must not become a preview, and with it a request that they chose.
    unfurl_links: false,
    unfurl_media: false,
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

/** As many as fit: ids may be long, and a section that is too long is refused with all the others. */
const links = (actions: readonly [label: string, url: string][]): Record<string, unknown> => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text:
      actions
        .map(([label, url]) => `<${escape(url)}|${label}>`)
        .reduce((text, link) => {
          const longer = text === '' ? link : `${text}  ·  ${link}`;
          return longer.length <= MOST_SECTION_CHARACTERS ? longer : text;
        }, '') || 'its links are too long to be shown here',
  },
});

/** The three characters that Slack reads as its own. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
