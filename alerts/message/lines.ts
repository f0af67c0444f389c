import type { AlertView, Message } from './message.ts';
import type { Diagnosis } from './row-texts.ts';
import { writeNumber } from './template.ts';

/** Alerts that are written out in a message for people; the others are counted. */
export const SHOWN_ALERTS = 10;
const MOST_HEADLINE_CHARACTERS = 200;

/** One line that says all: how bad, what, and whether it is over. */
export function headline({ event, alerts }: Message): string {
  const [worst] = alerts;
  if (worst === undefined) return '';
  const many = alerts.length > 1 ? ` and ${alerts.length - 1} more` : '';
  const mark = event === 'firing' ? worst.severity.toUpperCase() : 'OVER';
  return `[${mark}] ${cut(oneLine(worst.title), MOST_HEADLINE_CHARACTERS)}${many}`;
}

/** What a reader wants to know of one alert, in order: what, where, why, where the fix goes, how dear, since when. */
export function alertLines(alert: AlertView): string[] {
  const { diagnosis, costUsd, costPerMinuteUsd } = alert;
  const perMinute =
    costPerMinuteUsd === null ? '' : `, $${writeNumber(costPerMinuteUsd)} per minute`;
  const lines = [
    alert.summary,
    whereLine(alert),
    ...(diagnosis === null ? [] : diagnosisLines(diagnosis)),
    ...(costUsd === null || costUsd === 0
      ? []
      : [`Cost so far: $${writeNumber(costUsd)}${perMinute}`]),
    alert.endedMs === null
      ? `Fires since ${writeTime(alert.startedMs)}`
      : `Fired from ${writeTime(alert.startedMs)} to ${writeTime(alert.endedMs)}`,
    ...Object.entries(alert.annotations)
      .filter(([name]) => name !== 'title' && name !== 'text')
      .map(([name, text]) => `${name}: ${text}`),
  ];
  return lines.map(oneLine).filter((line) => line !== '');
}

/** `Agent support 2.4.1, session conv-1, turn t-1, model m, environment production; rule turn-max-attempts`. */
function whereLine(alert: AlertView): string {
  const named = [
    ['Agent', [alert.agent, alert.agentVersion].filter((part) => part !== '').join(' ')],
    ['session', alert.sessionId],
    ['turn', alert.turnId],
    ['model', alert.model],
    ['environment', alert.environment],
  ].filter(([, value]) => value !== '');
  const place = named.map(([name, value]) => `${name} ${value}`).join(', ');
  return place === '' ? `Rule ${alert.rule}` : `${place}; rule ${alert.rule}`;
}

function diagnosisLines(diagnosis: Diagnosis): string[] {
  const { kind, summary, tool, identity, calls, since, fix, fix_place: place } = diagnosis;
  const began = Date.parse(since);
  const when = Number.isNaN(began)
    ? ''
    : ` within ${writeSpan(diagnosis.duration_ms)}, since ${writeTime(began)}`;
  const what = identity === '' ? tool : `${tool} with identity ${identity}`;
  return [
    `Diagnosis: ${kind} loop. ${summary}`,
    ...(tool === '' || calls === 0 ? [] : [`Repeated: ${what}, ${calls} calls${when}`]),
    ...(fix === '' ? [] : [`Fix (${place.replaceAll('_', ' ')}): ${fix}`]),
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
    const title = alerts.length > 1 ? [oneLine(alert.title)] : [];
    return [...title, ...alertLines(alert), ...actions].join('\n');
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

/** `850 ms`, `42 s`, `3 min`, `2.5 h`. */
function writeSpan(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 360_000) / 10} h`;
}

/** Names and results are the agents': they must not end a line, a header, or the reading direction. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();

/** At most so many UTF-16 units, no character cut in two. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
