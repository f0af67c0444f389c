import { defineQuery } from '../../store/query.ts';
import { turnVerdictRow } from '../../rows/rows.ts';
import { news, storedUs } from '../columns.ts';

/** What is new among the turns since `after`, the `stored_us` of the last row seen (`latestNews` to begin with). */
export const freshTurns = defineQuery({
  file: new URL('./fresh_turns.sql', import.meta.url),
  params: news,
  row: turnVerdictRow
    .pick({
      turn_id: true,
      session_id: true,
      trace_id: true,
      agent_name: true,
      started_at: true,
      verdict: true,
      loop_kinds: true,
    })
    .extend({ stored_us: storedUs }),
});
