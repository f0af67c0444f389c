import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, int64, project } from '../columns.ts';

export const resolvedKey = z.object({
  table_name: z.enum(['tool_calls', 'turn_verdicts', 'loops']),
  turn_id: z.string(),
  session_id: z.string(),
  trace_id: z.string(),
  /** Tool calls only. */
  span_id: z.string(),
  call_index: count,
  /** Loops; and tool calls that stand in one. */
  loop_id: z.string(),
  started_at: instant,
  version: int64,
});
/** The key of one row of `tool_calls`, `turn_verdicts` or `loops` as it stands now. */
export type ResolvedKey = z.infer<typeof resolvedKey>;

/** The calls and loops that stand of the given traces. */
export const resolvedOfTraces = defineQuery({
  file: new URL('./resolved_of_traces.sql', import.meta.url),
  params: z.object({ project, trace_ids: z.array(z.string()) }),
  row: resolvedKey,
  isUniform: true,
});
