import type { SessionStatsRow } from '@loopscope/sql';

import type { Session } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { presentCost } from './cost.ts';

export function presentSession(row: SessionStatsRow): Session {
  return {
    session_id: row.session_id,
    agent: row.agent_name,
    model: row.model,
    started_at: toIso(row.started_at),
    last_seen_at: toIso(row.last_seen_at),
    turns: row.turns,
    looping_turns: row.looping_turns,
    calls: row.calls,
    distinct_signatures: row.distinct_signatures,
    distinct_ratio: row.distinct_ratio,
    max_attempts: row.max_attempts,
    errors: row.errors,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost: presentCost(row.cost, row.input_tokens + row.output_tokens),
    loops: row.loop_kinds,
  };
}
