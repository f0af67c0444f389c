/** Loops over time, a row for each kind. */
import type { LoopSeries, Overview } from '@loopscope/api/contract';

export interface KindRow {
  kind: string;
  total: number;
  /** One for each step of the range, 0..1 of the highest step of all kinds. */
  heights: number[];
  /** Loops of the highest step. */
  peak: number;
}

interface LoopAnswer {
  range: { fromMs: number; toMs: number };
  stepSeconds: number;
  points: LoopSeries;
}

/** The most frequent kind first. */
export function prepareKindRows(
  { range, stepSeconds, points }: LoopAnswer,
  loops: Overview['loops'],
): KindRow[] {
  const stepMs = stepSeconds * 1000;
  const first = Math.floor(range.fromMs / stepMs);
  const steps = Math.max(1, Math.ceil(range.toMs / stepMs) - first);
  const highest = Math.max(1, ...points.flatMap(({ by_kind: kinds }) => Object.values(kinds)));
  return Object.entries(loops.by_kind)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, total]) => {
      const counts = Array.from({ length: steps }, () => 0);
      for (const { t, by_kind: kinds } of points) {
        const step = Math.floor(Date.parse(t) / stepMs) - first;
        if (step >= 0 && step < steps) counts[step] = (counts[step] ?? 0) + (kinds[kind] ?? 0);
      }
      return {
        kind,
        total,
        heights: counts.map((count) => count / highest),
        peak: Math.max(...counts),
      };
    });
}
