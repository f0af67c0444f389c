import { z } from 'zod';

import { count, instant } from './columns.ts';

/** A row of the view `session_stats`. */
export const sessionStatsRow = z.object({
  project: z.string(),
  session_id: z.string(),
  agent_name: z.string(),
  agent_version: z.string(),
  model: z.string(),
  user_id: z.string(),
  service: z.string(),
  environment: z.string(),
  started_at: instant,
  last_seen_at: instant,
  turns: count,
  calls: count,
  tools: z.array(z.string()),
  distinct_signatures: count,
  distinct_identities: count,
  /** Null for a session without calls. */
  distinct_ratio: z.number().nullable(),
  max_attempts: count,
  max_attempts_tool: z.string(),
  errors: count,
  empties: count,
  retries: count,
  failed_identities: count,
  eventual_successes: count,
  retry_tokens: z.number(),
  retry_cost: z.number(),
  side_effect_repeats: count,
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number(),
  looping_turns: count,
  loop_kinds: z.array(z.string()),
  marks: z.array(z.string()),
});
export type SessionStatsRow = z.infer<typeof sessionStatsRow>;
