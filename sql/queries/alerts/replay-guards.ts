import { guardDecisionRow } from '../../rows/guard-rows.ts';
import { defineQuery } from '../../store/query.ts';
import { count } from '../columns.ts';
import { replayRange } from './replay-range.ts';

/** Decisions of guards of a range, the latest first. */
export const replayGuards = defineQuery({
  file: new URL('./replay_guards.sql', import.meta.url),
  params: replayRange,
  row: guardDecisionRow
    .pick({
      turn_id: true,
      session_id: true,
      agent_name: true,
      agent_version: true,
      model: true,
      environment: true,
      tool: true,
      decision: true,
      kind: true,
      code: true,
      enforced: true,
      ceiling_state: true,
    })
    .extend({ at_ms: count }),
});
