import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, instant, project } from '../columns.ts';

/** How each receiver took what it was told. */
export const receiverHealth = defineQuery({
  file: new URL('./receiver_health.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({
    receiver: z.string(),
    /** Null where it never heard of anything. */
    told_at: instant.nullable(),
    waiting: count,
    dead: count,
    last_reason: z.string(),
    failed_at: instant.nullable(),
  }),
});
