import { defineQuery } from '../../store/query.ts';
import { count } from '../columns.ts';
import { replayRange } from './replay-range.ts';
import { turnStatsRow } from '../turn-stats-row.ts';

/** Turns of a range, the latest first. */
export const replayTurns = defineQuery({
  file: new URL('./replay_turns.sql', import.meta.url),
  params: replayRange,
  row: turnStatsRow.extend({ ended_ms: count, at_ms: count }),
});
