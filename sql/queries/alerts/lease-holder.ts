import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';

/** Who evaluates by the latest term, and how old its last sign of life is; no row before the first term. */
export const leaseHolder = defineQuery({
  file: new URL('./lease_holder.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({ term: count, winner: z.string(), age_ms: count, released: count }),
});
