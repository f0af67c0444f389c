import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, microInstant, project } from '../columns.ts';

/** `blocks`: times as `touchedBlocks` answered them. */
export const tracesOfBlocks = defineQuery({
  file: new URL('./traces_of_blocks.sql', import.meta.url),
  params: z.object({ project, blocks: z.array(microInstant) }),
  row: z.object({ trace_id: z.string(), touched_at: microInstant, touches: count }),
});
