import { z } from 'zod';

import { page, turn } from './turn.ts';

export const session = z.object({
  session_id: z.string(),
  agent: z.string(),
  model: z.string(),
  started_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  turns: z.number().int(),
  /** With a loop of severity alert. */
  looping_turns: z.number().int(),
  calls: z.number().int(),
  distinct_signatures: z.number().int(),
  /** Null for a session without tool calls. */
  distinct_ratio: z.number().min(0).max(1).nullable(),
  max_attempts: z.number().int(),
  errors: z.number().int(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number().nullable(),
  loops: z.array(z.string()),
});
export type Session = z.infer<typeof session>;
export const sessionPage = page(session);
export type SessionPage = z.infer<typeof sessionPage>;
export const sessionDetail = z.object({ session, turns: z.array(turn) });
export type SessionDetail = z.infer<typeof sessionDetail>;
