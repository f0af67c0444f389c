import { z } from 'zod';

import { count } from '../columns.ts';

export const toolTotalsRow = z.object({
  tool: z.string(),
  calls: count,
  turns: count,
  errors: count,
  transport_errors: count,
  semantic_errors: count,
  empties: count,
  retries: count,
  /** Calls of a loop that came back empty or rejected and are no retries. */
  fruitless: count,
  /** (turn, identity) pairs that failed at least once, and those of them that later succeeded in the turn. */
  failed_identities: count,
  eventual_successes: count,
  retry_tokens: z.number(),
  max_attempts: count,
  loops: count,
  last_identity_fields: z.array(z.string()),
});
export type ToolTotalsRow = z.infer<typeof toolTotalsRow>;
