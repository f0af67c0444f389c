import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, microInstant, project } from '../columns.ts';

/**
 * The analyzer's work list, oldest touch first. `since` (`YYYY-MM-DD hh:mm:ss.uuuuuu`) bounds the look back. A trace
 * leaves the list once its row, as answered here, stands in `resolved_traces`.
 */
export const pendingTraces = defineQuery({
  file: new URL('./pending_traces.sql', import.meta.url),
  params: z.object({ project, since: microInstant, limit: z.number().int() }),
  row: z.object({ trace_id: z.string(), touched_at: microInstant, touches: count }),
});
