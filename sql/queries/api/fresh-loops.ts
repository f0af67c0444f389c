import { defineQuery } from '../../store/query.ts';
import { loopRow } from '../../rows/rows.ts';
import { news, storedUs } from '../columns.ts';

/** What is new among the loops since `after`, as in `freshTurns`. */
export const freshLoops = defineQuery({
  file: new URL('./fresh_loops.sql', import.meta.url),
  params: news,
  row: loopRow
    .pick({
      loop_id: true,
      turn_id: true,
      session_id: true,
      kind: true,
      severity: true,
      summary: true,
    })
    .extend({ stored_us: storedUs }),
});
