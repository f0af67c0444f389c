import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { count, instant, project } from './columns.ts';
import { turnStatsRow } from './turn-stats-row.ts';

/** Turns of a range of the spans' own time, the latest ended first. */
export const replayTurns = defineQuery({
  file: new URL('./replay_turns.sql', import.meta.url),
  params: z.object({ project, from: instant, to: instant, limit: z.number().int().min(1) }),
  row: turnStatsRow.extend({ ended_ms: count }),
});
