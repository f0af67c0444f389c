import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { windowPage } from './arrival-window.ts';
import { count } from '../columns.ts';
import { RULE_BOUNDS } from './rule-bounds.ts';

/** What guards decided, per session, as it arrived in a window. */
export const guardFacts = defineQuery({
  file: new URL('./guard_facts.sql', import.meta.url),
  bounds: RULE_BOUNDS,
  params: windowPage,
  row: z.object({
    session_id: z.string(),
    agent: z.string(),
    version: z.string(),
    last_model: z.string(),
    last_environment: z.string(),
    last_turn: z.string(),
    /** Of the latest call that was held back, or would have been. */
    last_tool: z.string(),
    decisions: count,
    blocks: count,
    /** What a guard that only observes would have held back. */
    observed_blocks: count,
    ceilings_reached: count,
    expired_ceilings: count,
    /** Turns. */
    repeated_call_stops: count,
  }),
});
