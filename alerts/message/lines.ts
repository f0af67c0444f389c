import type { AlertView, Message } from './message.ts';
import { writeNumber } from './template.ts';

/** Alerts that are written out in a message for people; the others are counted. */
export const SHOWN_ALERTS = 10;

/** One line that says all: how bad, what, and whether it is over. */
export function headline({ event, alerts }: Message): string {
  const [worst] = alerts;
  if (worst === undefined) return '';
  const many = alerts.length > 1 ? ` and ${alerts.length - 1} more` : '';
  const mark = event === 'firing' ? worst.severity.toUpperCase() : 'OVER';
  return `[${mark}] ${worst.title}${many}`;
}

/** What a reader wants to know of one alert, in order: what, why, since when, how dear, where the fix goes. */
export function alertLines(alert: AlertView): string[] {
  const { diagnosis, costUsd, costPerMinuteUsd } = alert;
  const cost =
    costUsd === null || costUsd === 0
      ? []
      : [
          `Cost so far: $${writeNumber(costUsd)}${
            costPerMinuteUsd === null ? '' : `, $${writeNumber(costPerMinuteUsd)} per minute`
          }`,
        ];
  const identity =
    diagnosis === null || diagnosis.identity === ''
      ? []
      : [`Repeated: ${diagnosis.tool}, identity ${diagnosis.identity}, ${diagnosis.calls} calls`];
  return [
    alert.summary,
    ...(diagnosis === null ? [] : [`Diagnosis: ${diagnosis.kind} loop. ${diagnosis.summary}`]),
    ...identity,
    ...(diagnosis === null || diagnosis.fix === ''
      ? []
      : [`Fix (${diagnosis.fix_place.replaceAll('_', ' ')}): ${diagnosis.fix}`]),
    ...cost,
    alert.endedMs === null
      ? `Since ${writeTime(alert.startedMs)}`
      : `From ${writeTime(alert.startedMs)} to ${writeTime(alert.endedMs)}`,
    ...Object.entries(alert.annotations)
      .filter(([name]) => name !== 'title' && name !== 'text')
      .map(([name, text]) => `${name}: ${text}`),
  ];
}

/** Label and address of everything that can be done about it; what is over can only be looked at. */
export function alertActions({ links, endedMs, scope }: AlertView): [label: string, url: string][] {
  const look: [string, string] = [
    scope === 'turn' || scope === 'session' ? 'Open the trajectory' : 'Open',
    links.open,
  ];
  if (endedMs !== null) return [look];
  return [
    look,
    ...(links.stop === null ? [] : [['Stop the session', links.stop] as [string, string]]),
    ['Silence for an hour', links.silence],
    ...(links.notALoop === null ? [] : [['Not a loop', links.notALoop] as [string, string]]),
  ];
}

/** Plain text of a whole message. */
export function plainText(message: Message): string {
  const { alerts, listUrl } = message;
  const shown = alerts.slice(0, SHOWN_ALERTS).map((alert) => {
    const actions = alertActions(alert).map(([label, url]) => `${label}: ${url}`);
    return [...(alerts.length > 1 ? [alert.title] : []), ...alertLines(alert), ...actions].join(
      '\n',
    );
  });
  const rest = alerts.length - shown.length;
  const more = rest > 0 ? [`${rest} more: ${listUrl}`] : [];
  return [headline(message), ...shown, ...more].join('\n\n');
}

export const writeTime = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
