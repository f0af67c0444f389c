import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** Why spans were not taken since a time, the most frequent reason first. */
export const rejectedReasons = defineQuery({
  file: new URL('./rejected_reasons.sql', import.meta.url),
  params: z.object({ project, from: instant }),
  row: z.object({
    reason: z.string(),
    spans: count,
    last_at: instant,
    last_detail: z.string(),
    last_service: z.string(),
  }),
});
