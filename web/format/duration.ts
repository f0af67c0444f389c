import type { Zone } from './zone.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `0.4 ms`, `92 ms`, `2.3 s`, `96 s`, `7 min 2 s`, `3 h 4 min`, `2 d 3 h`. */
export function formatDuration(ms: number): string {
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${Number((ms / SECOND).toFixed(1))} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 3600) return pair(seconds * SECOND, [MINUTE, 'min'], [SECOND, 's']);
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 24 * 60) return pair(minutes * MINUTE, [HOUR, 'h'], [MINUTE, 'min']);
  return pair(Math.round(ms / HOUR) * HOUR, [DAY, 'd'], [HOUR, 'h']);
}

type Unit = readonly [ms: number, name: string];

function pair(ms: number, [bigMs, big]: Unit, [smallMs, small]: Unit): string {
  const rest = Math.round((ms % bigMs) / smallMs);
  const first = `${Math.floor(ms / bigMs)} ${big}`;
  return rest === 0 ? first : `${first} ${rest} ${small}`;
}

/** `just now`, `3 min ago`, `1 h ago`, `2 d ago`; a clock ahead of ours reads as now. */
export function formatAgo(atMs: number, nowMs: number): string {
  const ms = nowMs - atMs;
  if (ms < 5 * SECOND) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const;
const full = {
  local: new Intl.DateTimeFormat('en-GB', parts),
  utc: new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }),
} as const;

const minute = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const minutes = {
  local: new Intl.DateTimeFormat('en-GB', minute),
  utc: new Intl.DateTimeFormat('en-GB', { ...minute, timeZone: 'UTC' }),
} as const;

/** `30 Nov, 18:04`: where a picture begins or ends. */
export function formatMinute(atMs: number, zone: Zone): string {
  return minutes[zone].format(atMs);
}

/** With the zone's name. */
export function formatInstant(atMs: number, zone: Zone): string {
  return full[zone].format(atMs);
}
