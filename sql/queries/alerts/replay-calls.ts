import { defineQuery } from '../../store/query.ts';
import { toolCallRow } from '../../rows/rows.ts';
import { count } from '../columns.ts';
import { replayRange } from './replay-range.ts';

/** What a replay of alert rules reads of each call; the latest first. */
export const replayCalls = defineQuery({
  file: new URL('./replay_calls.sql', import.meta.url),
  params: replayRange,
  row: toolCallRow
    .pick({
      turn_id: true,
      session_id: true,
      seq: true,
      agent_name: true,
      agent_version: true,
      model: true,
      environment: true,
      tool: true,
      outcome: true,
      error_class: true,
      error_family: true,
      signature: true,
      identity: true,
      effect: true,
      result_kind: true,
      attempt: true,
      retry: true,
      eventual_success: true,
      loop_id: true,
      duration_ms: true,
      input_tokens: true,
      output_tokens: true,
      cost: true,
    })
    .extend({ ended_ms: count, at_ms: count }),
});
