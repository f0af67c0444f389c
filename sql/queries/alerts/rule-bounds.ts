import type { ReadBounds } from '../../store/query.ts';

/** What one look of an alert rule may cost. A rule beyond it is named; the others go on. */
export const RULE_BOUNDS: ReadBounds = {
  seconds: 10,
  rows: 200_000_000,
  memoryBytes: 1_000_000_000,
};

/** What one page of the look at sessions or turns may cost: everybody's alerts wait for it. */
export const NEWS_BOUNDS: ReadBounds = {
  seconds: 5,
  rows: 200_000_000,
  memoryBytes: 1_000_000_000,
};
