export const RANGES = ['1h', '24h', '7d', '30d'] as const;
export type RangeName = (typeof RANGES)[number];
export const DEFAULT_RANGE: RangeName = '24h';

const HOUR_MS = 3_600_000;
const SPAN_MS: Readonly<Record<RangeName, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
};

/** What the URL says: a named range that ends now, or two ISO 8601 times. */
export interface RangeChoice {
  range?: RangeName | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface TimeRange {
  fromMs: number;
  toMs: number;
}

export function isAbsolute(choice: RangeChoice): boolean {
  return choice.from !== undefined || choice.to !== undefined;
}

/** An absolute range wins; an open end is now, an open start is the default span before the end. */
export function resolveRange(choice: RangeChoice, nowMs: number): TimeRange {
  if (!isAbsolute(choice)) {
    return { fromMs: nowMs - SPAN_MS[choice.range ?? DEFAULT_RANGE], toMs: nowMs };
  }
  const toMs = choice.to === undefined ? nowMs : Date.parse(choice.to);
  const fromMs =
    choice.from === undefined ? toMs - SPAN_MS[DEFAULT_RANGE] : Date.parse(choice.from);
  return fromMs <= toMs ? { fromMs, toMs } : { fromMs: toMs, toMs: fromMs };
}

/** The range of the same length that ends where this one starts. */
export function rangeBefore({ fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

const STEPS_SECONDS = [60, 120, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400] as const;
/** More would hold too few turns each for a p99 that is not their maximum. */
const MOST_POINTS = 42;

/** Seconds of one point of a series: the finest step that gives at most 42 points, an hour for a day. */
export function chooseStep({ fromMs, toMs }: TimeRange): number {
  const seconds = (toMs - fromMs) / 1000;
  return STEPS_SECONDS.find((step) => seconds / step <= MOST_POINTS) ?? 86_400;
}
