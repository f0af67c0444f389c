import type {
  GuardDecisionRow,
  LoopRow,
  ResolvedKey,
  ToolCallRow,
  TurnVerdictRow,
} from '@loopscope/sql';

/** Names of rows across the tables, equal where a later row replaces an earlier one. */
export function callKey(row: Pick<ToolCallRow, 'trace_id' | 'span_id' | 'call_index'>): string {
  return `call ${row.trace_id} ${row.span_id} ${row.call_index}`;
}

export function turnKey(row: Pick<TurnVerdictRow, 'turn_id'>): string {
  return `turn ${row.turn_id}`;
}

export function loopKey(row: Pick<LoopRow, 'loop_id'>): string {
  return `loop ${row.loop_id}`;
}

export function decisionKey(
  row: Pick<GuardDecisionRow, 'trace_id' | 'span_id' | 'position'>,
): string {
  return `decision ${row.trace_id} ${row.span_id} ${row.position}`;
}

export function currentKey(row: ResolvedKey): string {
  if (row.table_name === 'tool_calls') return callKey(row);
  return row.table_name === 'loops' ? loopKey(row) : turnKey(row);
}
