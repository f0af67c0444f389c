import { HINT_MARK } from '@loopscope/sql';
import type { TurnListRow, TurnStatsRow } from '@loopscope/sql';

import type { Turn } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { presentCost } from './cost.ts';

export function presentTurn(row: TurnListRow): Turn {
  return {
    turn_id: row.turn_id,
    session_id: row.session_id,
    trace_id: row.trace_id,
    agent: row.agent_name,
    agent_version: row.agent_version,
    model: row.model,
    started_at: toIso(row.started_at),
    duration_ms: Math.max(0, row.duration_ms),
    calls: row.calls,
    model_calls: row.model_calls,
    distinct_signatures: row.distinct_signatures,
    distinct_identities: row.distinct_identities,
    distinct_ratio: row.distinct_ratio,
    max_attempts: row.max_attempts,
    max_attempts_tool: row.max_attempts_tool,
    errors: row.errors,
    retries: row.retries,
    tool_ms: Math.max(0, row.tool_ms),
    model_ms: Math.max(0, row.model_ms),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost: presentCost(row.cost, row.input_tokens + row.output_tokens),
    verdict: row.verdict,
    loops: row.loop_kinds,
    stop_reason: row.stop_reason,
  };
}

/** What the sender left out and how to have it sent, a line each. */
export function presentHints({ marks }: TurnStatsRow): string[] {
  return marks.flatMap((mark) => (mark.startsWith(HINT_MARK) ? mark.slice(HINT_MARK.length) : []));
}
