import type { AlertView, Message } from './message.ts';
import type { Diagnosis } from './row-texts.ts';
import { writeMoney, writeSpan } from './quantity.ts';

/** Alerts that are written out in a message for people; the others are counted. */
export const SHOWN_ALERTS = 10;
const MOST_HEADLINE_CHARACTERS = 200;
/** What agents say has no end of its own; every receiver has bounds. */
const MOST_LINE_CHARACTERS = 1_000;
const MOST_LINES = 20;

/** One line that says all: how bad, what, where, how dear, and whether it is over. */
export function headline({ event, alerts }: Message): string {
  const [worst] = alerts;
  if (worst === undefined) return '';
  const many = alerts.length > 1 ? ` and ${alerts.length - 1} more` : '';
  const mark = event === 'firing' ? worst.severity.toUpperCase() : 'OVER';
  const title = cut(oneLine(worst.title), MOST_HEADLINE_CHARACTERS);
  const session = worst.sessionId === '' ? [] : [`session ${cut(oneLine(worst.sessionId), 60)}`];
  const context = [...session, ...costOf(worst, '/min')];
  return `[${mark}] ${title}${many}${context.length === 0 ? '' : ` (${context.join(', ')})`}`;
}

/** `$0.31 so far, $0.12 per minute`; nothing where it costs nothing, or nobody knows. */
function costOf({ costUsd, costPerMinuteUsd }: AlertView, perMinute: string): string[] {
  if (costUsd === null || costUsd === 0) return [];
  const rate = costPerMinuteUsd === null ? [] : [`${writeMoney(costPerMinuteUsd)}${perMinute}`];
  return [`${writeMoney(costUsd)} so far`, ...rate];
}

/** What a reader wants to know of one alert, in order: what, where, why, where the fix goes, how dear, since when. */
export function alertLines(alert: AlertView): string[] {
  const { diagnosis } = alert;
  const cost = costOf(alert, ' per minute');
  const lines = [
    alert.summary,
    whereLine(alert),
    ...(diagnosis === null ? [] : diagnosisLines(diagnosis)),
    ...(cost.length === 0 ? [] : [`Cost: ${cost.join(', ')}`]),
    alert.endedMs === null
      ? `Fires since ${writeTime(alert.startedMs)}`
      : `Fired from ${writeTime(alert.startedMs)} to ${writeTime(alert.endedMs)}`,
    ...Object.entries(alert.annotations)
      .filter(([name]) => name !== 'title' && name !== 'text')
      .map(([name, text]) => `${name}: ${text}`),
  ];
  return lines
    .map((line) => cut(oneLine(cut(line, 4 * MOST_LINE_CHARACTERS)), MOST_LINE_CHARACTERS))
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
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

/** Names and results are the agents': they must not end a line, a header, or the reading direction. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();

/** At most so many UTF-16 units, no character cut in two. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
