import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { windowPage } from './arrival-window.ts';
import { count } from '../columns.ts';
import { RULE_BOUNDS } from './rule-bounds.ts';

/** Loops of the latest version of each agent that has had an earlier one, by kind, beside those of the earlier ones. */
export const releaseFacts = defineQuery({
  file: new URL('./release_facts.sql', import.meta.url),
  bounds: RULE_BOUNDS,
  params: windowPage.pick({
    project: true,
    agents: true,
    models: true,
    environments: true,
    tools: true,
    after_id: true,
    limit: true,
  }),
  row: z.object({
    /** Agent, version and kind. */
    id: z.string(),
    agent_name: z.string(),
    agent_version: z.string(),
    kind: z.string(),
    turns: count,
    earlier_turns: count,
    earlier_versions: count,
    loops: count,
    earlier_loops: count,
    /** Of the latest such loop. */
    tool: z.string(),
    session_id: z.string(),
    turn_id: z.string(),
  }),
});
