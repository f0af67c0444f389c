/** Bars that lead to their turns: answers -> labels, counts, axis and the search behind each bar. */
import type {
  DistinctRatioHistogram,
  MaxAttemptsHistogram,
  Overview,
} from '@loopscope/api/contract';

import { formatCount } from '../format/number.ts';
import type { TurnsSearch } from '../url/search.ts';
import { WORTH_A_LOOK } from './prepare-attempts-series.ts';
import { prepareLogAxis, type LogAxis } from './prepare-log-axis.ts';

export interface Bar {
  key: string;
  label: string;
  count: number;
  countText: string;
  /** `plain` for what does not repeat, `repeat`, and `watch` for what is worth a look. */
  tone: 'plain' | 'repeat' | 'watch';
  /** The turns behind the bar; null where there are none to see. */
  search: TurnsSearch | null;
}

export interface Bars {
  bars: Bar[];
  axis: LogAxis;
  total: number;
}

const ATTEMPT_BINS = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 6],
  [7, 14],
  [15, Infinity],
] as const;

/** Turns without calls have no attempts: they are no bar, and no part of the total. */
export function prepareAttemptsBars(histogram: MaxAttemptsHistogram): Bars {
  return finish(
    ATTEMPT_BINS.map(([from, to]) => ({
      key: `${from}`,
      label: from === to ? `${from}` : to === Infinity ? `${from}+` : `${from}–${to}`,
      count: sum(histogram.filter(({ attempts }) => attempts >= from && attempts <= to)),
      tone: from === 1 ? 'plain' : from > WORTH_A_LOOK ? 'watch' : 'repeat',
      search: { min_attempts: from, ...(to === Infinity ? {} : { max_attempts: to }) },
    })),
  );
}

/** Adjacent tenths; the lowest ratio, which is the most repetition, comes first. */
export function prepareRatioBars(histogram: DistinctRatioHistogram): Bars {
  return finish(
    histogram
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, to, turns }) => ({
        key: from.toFixed(1),
        label: `${from.toFixed(1)}–${to.toFixed(1)}`,
        count: turns,
        tone: from >= 0.9 ? 'plain' : from < 0.5 ? 'watch' : 'repeat',
        search: { min_ratio: from, max_ratio: to, sort: 'distinct_ratio' },
      })),
  );
}

export function prepareKindBars(
  loops: Overview['loops'],
  nameKind: (kind: string) => string,
): Bars {
  const kinds = Object.entries(loops.by_kind).toSorted(([, one], [, other]) => other - one);
  return finish(
    kinds.map(([kind, count]) => ({
      key: kind,
      label: nameKind(kind),
      count,
      tone: 'repeat',
      search: { loop: [kind] },
    })),
  );
}

type Unfinished = Omit<Bar, 'countText'>;

function finish(bars: readonly Unfinished[]): Bars {
  const counts = bars.map((bar) => bar.count);
  return {
    bars: bars.map((bar) => ({
      ...bar,
      countText: formatCount(bar.count),
      search: bar.count === 0 ? null : bar.search,
    })),
    axis: prepareLogAxis(Math.max(1, ...counts)),
    total: counts.reduce((total, count) => total + count, 0),
  };
}

const sum = (bins: MaxAttemptsHistogram): number =>
  bins.reduce((total, { turns }) => total + turns, 0);
