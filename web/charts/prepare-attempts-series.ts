import type { MaxAttemptsSeries } from '@loopscope/api/contract';

import { prepareAttemptsAxis, type LogAxis } from './prepare-log-axis.ts';
import { prepareTimeAxis, type TimeAxis } from './prepare-time-axis.ts';

/** Attempts from which a turn is worth a look, whether or not anything threw. */
export const WORTH_A_LOOK = 6;

export const PERCENTILES = ['max', 'p99', 'p95', 'p50'] as const;
export type Percentile = (typeof PERCENTILES)[number];

export interface SeriesPoint {
  atMs: number;
  /** Null where no turn ended: a gap. */
  p50: number | null;
  p95: number | null;
  p99: number | null;
  max: number | null;
  turns: number;
  /** Has a gap on both sides, so that a line alone would not show it. */
  isAlone: boolean;
}

export interface AttemptsSeries {
  points: SeriesPoint[];
  time: TimeAxis;
  attempts: LogAxis;
  stepMs: number;
  /** The last value of each line; lines that end together have one name, such as `p50–p99`. */
  ends: { name: string; value: number }[];
  /** What the lines say; null where there is no point. */
  said: { lowestP99: number; highestP99: number; lastP99: number; max: number } | null;
}

interface SeriesAnswer {
  range: { fromMs: number; toMs: number };
  stepSeconds: number;
  points: MaxAttemptsSeries;
}

export function prepareAttemptsSeries(
  { range, stepSeconds, points }: SeriesAnswer,
  offsetMs: number,
): AttemptsSeries {
  const stepMs = stepSeconds * 1000;
  const filled = fillGaps(points, range, stepMs);
  const largest = points.reduce((most, point) => Math.max(most, point.max), 1);
  return {
    points: filled,
    time: prepareTimeAxis(range, offsetMs, 8),
    attempts: prepareAttemptsAxis(largest, WORTH_A_LOOK),
    stepMs,
    ends: prepareEnds(points.at(-1)),
    said: sumUp(points, largest),
  };
}

function sumUp(points: MaxAttemptsSeries, max: number): AttemptsSeries['said'] {
  const last = points.at(-1);
  if (last === undefined) return null;
  const sorted = points.map(({ p99 }) => p99).toSorted((one, other) => one - other);
  const [lowestP99 = last.p99] = sorted;
  return { lowestP99, highestP99: sorted.at(-1) ?? last.p99, lastP99: last.p99, max };
}

/** One point for every step of the range, in phase with the answer. */
function fillGaps(
  points: MaxAttemptsSeries,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  stepMs: number,
): SeriesPoint[] {
  const known = new Map(points.map((point) => [Date.parse(point.t), point]));
  const phase = (known.keys().next().value ?? 0) % stepMs;
  const first = Math.floor((fromMs - phase) / stepMs) * stepMs + phase;
  const filled: SeriesPoint[] = [];
  for (let atMs = first; atMs < toMs; atMs += stepMs) {
    const point = known.get(atMs);
    filled.push({
      atMs,
      p50: point?.p50 ?? null,
      p95: point?.p95 ?? null,
      p99: point?.p99 ?? null,
      max: point?.max ?? null,
      turns: point?.turns ?? 0,
      isAlone: point !== undefined && !known.has(atMs - stepMs) && !known.has(atMs + stepMs),
    });
  }
  return filled;
}

function prepareEnds(last: MaxAttemptsSeries[number] | undefined): AttemptsSeries['ends'] {
  if (last === undefined) return [];
  // From max down to p50 the values never rise, so equal ones are neighbours.
  const byValue = Map.groupBy(PERCENTILES, (name) => last[name]);
  return [...byValue].map(([value, names]) => ({ value, name: nameRange(names) }));
}

function nameRange(names: readonly Percentile[]): string {
  const highest = names[0] ?? 'max';
  const lowest = names.at(-1) ?? highest;
  return lowest === highest ? highest : `${lowest}–${highest}`;
}

/** Moves labels apart to at least `gap`, in order, and keeps them above `lowest`. All in pixels from the top. */
export function spreadLabels(wanted: readonly number[], gap: number, lowest: number): number[] {
  const placed: number[] = [];
  for (const at of wanted) placed.push(Math.max(at, (placed.at(-1) ?? -Infinity) + gap));
  for (let index = placed.length - 1; index >= 0; index--) {
    const limit = (placed[index + 1] ?? lowest + gap) - gap;
    placed[index] = Math.min(placed[index] ?? limit, limit);
  }
  return placed;
}
