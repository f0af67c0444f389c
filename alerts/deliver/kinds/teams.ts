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
import type { Attempt } from '../retry.ts';

/** A workflow of Microsoft Teams ("when a webhook request is received"): an adaptive card. */
export function teamsRequest({ url }: { url: string }, message: Message): OutgoingRequest {
  // Fewer alerts, then fewer lines of each: what is too large is refused whole.
  const bodies = SIZES.map(([alerts, lines]) => bodyOf(message, alerts, lines));
  const fitting = bodies.find((body) => Buffer.byteLength(body) <= MOST_BYTES);
  return { url, body: fitting ?? bodies.at(-1) ?? '', headers: {}, readBody: readTeamsAnswer };
}

/** Teams takes 28 KB; its own envelope needs some. */
const MOST_BYTES = 26_000;
const SIZES: readonly (readonly [alerts: number, lines: number])[] = [
  [SHOWN_ALERTS, Infinity],
  [5, Infinity],
  [2, Infinity],
  [1, Infinity],
  [1, 6],
  [1, 0],
];
const MOST_TITLE_CHARACTERS = 300;
/** A link that is longer is left out. */
const MOST_URL_CHARACTERS = 2_000;

function bodyOf(message: Message, mostAlerts: number, mostLines: number): string {
  const shown = message.alerts.slice(0, mostAlerts);
  const rest = message.alerts.length - shown.length;
  const [worst] = message.alerts;
  const actions = worst === undefined ? [] : alertActions(worst);
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
      ...shown.flatMap((alert) => alertBlocks(alert, shown.length > 1, mostLines)),
      ...(rest > 0 ? [moreBlock(rest, message.listUrl)] : []),
    ],
    actions: actions
      .filter(([, target]) => target.length <= MOST_URL_CHARACTERS)
      .map(([title, target]) => ({ type: 'Action.OpenUrl', title, url: target })),
  };
  return JSON.stringify({
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  });
}

/** Older connectors answer 200 and put the status of a failure into the text. */
function readTeamsAnswer(text: string): Attempt {
  const status = /returned HTTP error (\d{3})/.exec(text)?.[1];
  if (status === undefined) return { kind: 'delivered' };
  return { kind: 'retry', reason: `answered ${status} in its text`, retryAfterMs: null };
}

function alertBlocks(
  alert: AlertView,
  isOneOfMany: boolean,
  mostLines: number,
): Record<string, unknown>[] {
  const title = cut(oneLine(alert.title), MOST_TITLE_CHARACTERS);
  return [
    ...(isOneOfMany ? [textBlock(title, { weight: 'Bolder' })] : []),
    ...alertLines(alert)
      .slice(0, mostLines)
      .map((line) => textBlock(line, {})),
  ];
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
