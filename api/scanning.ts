import type { LoopRow, TurnStatsRow, TurnStepRow } from '@loopscope/sql';

import type { SavingRow } from './present/saving.ts';

/** One turn of a recorded run, judged and not stored. */
export interface ScannedTurn {
  turn: TurnStatsRow;
  steps: readonly TurnStepRow[];
  loops: readonly LoopRow[];
  savings: readonly SavingRow[];
}

export interface Scanned {
  /** Turns that the text holds; `turns` may be fewer. */
  found: number;
  /** The most repetitive first. */
  turns: readonly ScannedTurn[];
  /** What could not be read, and where. */
  problems: readonly { where: string; why: string }[];
}

/** Judges recorded runs that are handed over as text; `limit`: turns that are answered at most. */
export type Scan = (text: string, limit: number) => Promise<Scanned>;
