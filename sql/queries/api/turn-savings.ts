import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { count, project } from '../columns.ts';

/** What each cap of attempts per key, 1 to 10, would have saved of one turn; a cap that nothing exceeds has no row. */
export const turnSavings = defineQuery({
  file: new URL('./turn_savings.sql', import.meta.url),
  params: z.object({ project, turn_id: z.string() }),
  row: z.object({
    cap: z.number().int(),
    calls: count,
    ms: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost: z.number(),
    side_effects: count,
  }),
});
