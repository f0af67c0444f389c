import { defineQuery } from '../../store/query.ts';
import { loopRow } from '../../rows/rows.ts';
import { count } from '../columns.ts';
import { replayRange } from './replay-range.ts';

/** Loops of a range, the latest first. */
export const replayLoops = defineQuery({
  file: new URL('./replay_loops.sql', import.meta.url),
  params: replayRange,
  row: loopRow
    .pick({
      turn_id: true,
      session_id: true,
      agent_name: true,
      agent_version: true,
      model: true,
      environment: true,
      tool: true,
      kind: true,
      severity: true,
      calls: true,
    })
    .extend({ at_ms: count }),
});
