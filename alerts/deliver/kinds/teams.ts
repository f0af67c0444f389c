import { alertActions, alertLines, headline, oneLine, SHOWN_ALERTS } from '../../message/lines.ts';
import type { AlertView, Message } from '../../message/message.ts';
import type { OutgoingRequest } from '../request.ts';
import type { Attempt } from '../retry.ts';

/** A workflow of Microsoft Teams ("when a webhook request is received"): an adaptive card. */
export function teamsRequest({ url }: { url: string }, message: Message): OutgoingRequest {
  const shown = message.alerts.slice(0, SHOWN_ALERTS);
  const rest = message.alerts.length - shown.length;
  const [worst] = message.alerts;
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      textBlock(headline(message), {
        size: 'Large',
        weight: 'Bolder',
        color: message.event === 'firing' ? 'Attention' : 'Good',
      }),
      ...shown.flatMap((alert) => alertBlocks(alert, shown.length > 1)),
      ...(rest > 0 ? [moreBlock(rest, message.listUrl)] : []),
    ],
    actions: (worst === undefined ? [] : alertActions(worst)).map(([title, target]) => ({
      type: 'Action.OpenUrl',
      title,
      url: target,
    })),
  };
  const body = JSON.stringify({
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  });
  return { url, body, headers: {}, readBody: readTeamsAnswer };
}

/** Older connectors answer 200 and put the status of a failure into the text. */
function readTeamsAnswer(text: string): Attempt {
  const status = /returned HTTP error (\d{3})/.exec(text)?.[1];
  if (status === undefined) return { kind: 'delivered' };
  return { kind: 'retry', reason: `answered ${status} in its text`, retryAfterMs: null };
}

function alertBlocks(alert: AlertView, isOneOfMany: boolean): Record<string, unknown>[] {
  const title = isOneOfMany ? [textBlock(oneLine(alert.title), { weight: 'Bolder' })] : [];
  return [...title, ...alertLines(alert).map((line) => textBlock(line, {}))];
}

/** What agents say stands in text runs, where nothing is markup: a text block would read Markdown out of it. */
const textBlock = (text: string, look: Readonly<Record<string, string>>) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
});

const moreBlock = (rest: number, url: string): Record<string, unknown> => ({
  type: 'TextBlock',
  wrap: true,
  text: `[${rest} more](${url})`,
});
