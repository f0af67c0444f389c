import { alertActions, alertLines, headline, SHOWN_ALERTS } from '../../message/lines.ts';
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
      {
        type: 'TextBlock',
        size: 'Large',
        weight: 'Bolder',
        wrap: true,
        color: message.event === 'firing' ? 'Attention' : 'Good',
        text: headline(message),
      },
      ...shown.flatMap((alert) => alertBlocks(alert, shown.length > 1)),
      ...(rest > 0 ? [block(`[${rest} more](${message.listUrl})`)] : []),
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
  const title = isOneOfMany ? [{ ...block(alert.title), weight: 'Bolder' }] : [];
  return [...title, ...alertLines(alert).map(block)];
}

const block = (text: string): Record<string, unknown> => ({
  type: 'TextBlock',
  wrap: true,
  spacing: 'Small',
  text,
});
