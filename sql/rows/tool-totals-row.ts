import { z } from 'zod';

/** What the calls of one tool in one turn add up to: an element of `turn_verdicts.tool_totals`. */
export const toolTotalsOfTurn = z.object({
  tool: z.string(),
  /** Those of its last call. */
  identity_fields: z.array(z.string()),
  calls: z.number().int(),
  errors: z.number().int(),
  transport_errors: z.number().int(),
  semantic_errors: z.number().int(),
  empties: z.number().int(),
  retries: z.number().int(),
  /** Asked again in a loop and no wiser for it, though nothing failed that was tried before. */
  fruitless: z.number().int(),
  /** Purposes that failed at least once; of these, the ones retried with success. */
  failed_identities: z.number().int(),
  eventual_successes: z.number().int(),
  retry_tokens: z.number(),
  max_attempts: z.number().int(),
  loops: z.number().int(),
});
export type ToolTotalsOfTurn = z.infer<typeof toolTotalsOfTurn>;
