import type { ReadBounds } from '../query.ts';

/** What one look of an alert rule may cost. A rule beyond it is named; the others go on. */
export const RULE_BOUNDS: ReadBounds = {
  seconds: 10,
  rows: 200_000_000,
  memoryBytes: 1_000_000_000,
};
