import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, microInstant, project } from '../columns.ts';

/** What came of some traces since, insert by insert; far cheaper than the spans themselves. */
export const spanBlocks = defineQuery({
  file: new URL('./span_blocks.sql', import.meta.url),
  params: z.object({
    project,
    trace_ids: z.array(z.string()),
    /** On the store's clock, when it took them. */
    since: microInstant,
  }),
  row: z.object({ trace_id: z.string(), stored_at: microInstant, spans: count }),
});
