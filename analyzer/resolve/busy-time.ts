import type { Interval } from './span.ts';

const NS_PER_MS = 1e6;

/** Milliseconds covered by at least one of the stretches. */
export function busyMs(stretches: readonly Interval[]): number {
  return newTimeMs(stretches.toSorted((a, b) => a.start - b.start)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
}

/** For each stretch, in order of start, the milliseconds that none before it has covered; together the union. */
export function newTimeMs(ordered: readonly Interval[]): number[] {
  let covered = -Infinity;
  return ordered.map(({ start, end }) => {
    const from = Math.max(start, covered);
    covered = Math.max(covered, end);
    return Math.max(0, end - from) / NS_PER_MS;
  });
}
