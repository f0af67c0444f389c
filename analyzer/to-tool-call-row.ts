import { toInstant } from '@loopscope/sql';
import type { ToolCallRow } from '@loopscope/sql';

import type { ResolvedCall, ResolvedTurn } from './resolve/resolve-turns.ts';
import { startMs } from './to-call.ts';

export function toToolCallRow(
  resolved: ResolvedCall,
  { turn, facts }: ResolvedTurn,
  { loopId, version }: { loopId: string; version: string },
): ToolCallRow {
  const { call, attempt, share } = resolved;
  const { row } = call.span;
  const { result_known: _, ...content } = call.content;
  return {
    ...content,
    project: row.project,
    trace_id: row.trace_id,
    span_id: row.span_id,
    call_index: call.index,
    turn_id: turn.id,
    session_id: turn.sessionId,
    seq: resolved.seq,
    step: resolved.step,
    source: call.source,
    agent_name: call.span.agentName || facts.agentName,
    agent_version: call.span.agentVersion || facts.agentVersion,
    model: call.asker?.model || facts.model,
    user_id: call.span.userId || facts.userId,
    service: row.service,
    environment: row.environment,
    ...startOf(resolved),
    duration_ms: (call.end - call.start) / 1e6,
    error_family: attempt.family,
    attempt: attempt.count,
    retry: attempt.retries,
    eventual_success: attempt.succeeds ? 1 : 0,
    loop_id: loopId,
    model_ms: share.modelMs,
    input_tokens: share.input,
    output_tokens: share.output,
    cost: share.cost,
    folded_spans: call.layers.map((layer) => layer.row.span_id),
    version,
    deleted: 0,
  };
}

function startOf(resolved: ResolvedCall): Pick<ToolCallRow, 'start_ns' | 'started_at'> {
  const { span, start } = resolved.call;
  if (start === span.start) {
    return { start_ns: span.row.start_ns, started_at: span.row.started_at };
  }
  return {
    start_ns: String(BigInt(span.row.start_ns) + BigInt(Math.round(start - span.start))),
    started_at: toInstant(Math.min(startMs(resolved), LATEST_MS)),
  };
}

/** The last year that the store's instants reach. */
const LATEST_MS = Date.UTC(2299, 0);
