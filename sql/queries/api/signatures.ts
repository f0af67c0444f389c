import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, filter, instant, page, sortValue } from '../columns.ts';

/** One page of intents, the most attempts first, then the most calls, ties by tool and identity. */
export const signatures = defineQuery({
  file: new URL('./signatures.sql', import.meta.url),
  params: z.object({ ...filter.shape, ...page.shape, search: z.string() }),
  row: z.object({
    id: z.string(),
    tool: z.string(),
    identity: z.string(),
    last_identity_fields: z.array(z.string()),
    signatures: count,
    calls: count,
    turns: count,
    sessions: count,
    max_attempts: count,
    errors: count,
    empties: count,
    distinct_results: count,
    loops: count,
    last_at: instant,
    /** Empty where none are stored. */
    example: z.string(),
    sort_value: sortValue,
  }),
});
