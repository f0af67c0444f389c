import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { windowPage } from './arrival-window.ts';
import { count } from '../columns.ts';
import { RULE_BOUNDS } from './rule-bounds.ts';

/** What alert rules may count of each tool, over the calls that arrived in a window. */
export const toolFacts = defineQuery({
  file: new URL('./tool_facts.sql', import.meta.url),
  bounds: RULE_BOUNDS,
  params: windowPage,
  row: z.object({
    tool: z.string(),
    tool_calls: count,
    turns: count,
    errors: count,
    error_rate: z.number(),
    empty_rate: z.number(),
    retries: count,
    retry_rate: z.number(),
    /** Null where nothing failed. */
    eventual_success_rate: z.number().nullable(),
    transport_share: z.number().nullable(),
    semantic_share: z.number().nullable(),
    retry_tokens: z.number(),
    retry_cost: z.number(),
    max_attempts: count,
    loops: count,
    duration_p95_ms: z.number(),
  }),
});
