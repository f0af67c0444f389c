import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, microInstant, project } from '../columns.ts';

/** What was touched since, insert by insert; far cheaper than the traces themselves. */
export const touchedBlocks = defineQuery({
  file: new URL('./touched_blocks.sql', import.meta.url),
  params: z.object({ project, since: microInstant }),
  row: z.object({ touched_at: microInstant, traces: count }),
});
