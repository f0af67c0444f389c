import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { windowPage } from './arrival-window.ts';
import { count } from '../columns.ts';
import { RULE_BOUNDS } from './rule-bounds.ts';

/** What alert rules may count of many turns, over those that arrived in a window; no row where none did. */
export const fleetFacts = defineQuery({
  file: new URL('./fleet_facts.sql', import.meta.url),
  bounds: RULE_BOUNDS,
  params: windowPage.extend({
    by: z.enum(['', 'agent', 'model', 'environment', 'version']),
  }),
  row: z.object({
    /** The value of the column; empty for all together. */
    subject: z.string(),
    turns: count,
    sessions: count,
    tool_calls: count,
    /** Null where no turn called a tool. */
    max_attempts_p50: z.number().nullable(),
    max_attempts_p95: z.number().nullable(),
    max_attempts_p99: z.number().nullable(),
    max_attempts_max: count,
    looping_turns: count,
    looping_share: z.number(),
    errors: count,
    error_rate: z.number().nullable(),
    retries: count,
    retry_rate: z.number().nullable(),
    retry_tokens: z.number(),
    tokens: z.number(),
    retry_token_share: z.number().nullable(),
    side_effect_repeats: count,
    cost: z.number(),
  }),
});
