import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { loopRow } from '../rows.ts';
import { instant, project } from './columns.ts';

/** Loops of a range of the spans' own time, the latest first. */
export const replayLoops = defineQuery({
  file: new URL('./replay_loops.sql', import.meta.url),
  params: z.object({ project, from: instant, to: instant, limit: z.number().int().min(1) }),
  row: loopRow.pick({
    turn_id: true,
    session_id: true,
    agent_name: true,
    agent_version: true,
    kind: true,
    severity: true,
    calls: true,
  }),
});
