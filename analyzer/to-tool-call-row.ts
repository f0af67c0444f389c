import { toInstant } from '@loopscope/sql';
import type { ToolCallRow } from '@loopscope/sql';

import type { ResolvedCall, Whose } from './resolve/resolve-turns.ts';
import { startMs } from './to-call.ts';

export function toToolCallRow(
  resolved: ResolvedCall,
  { turn, facts }: Whose,
  { loopId, version }: { loopId: string; version: string },
): ToolCallRow {
  const { call, attempt, share } = resolved;
  const { row } = call.span;
  const { content } = call;
  return {
    tool: content.tool,
    tool_kind: content.tool_kind,
    call_id: content.call_id,
    args_known: content.args_known,
    signature: content.signature,
    identity: content.identity,
    identity_fields: content.identity_fields,
    effect: content.effect,
    outcome: content.outcome,
    error_class: content.error_class,
    error_template: content.error_template,
    result_kind: content.result_kind,
    result_fingerprint: content.result_fingerprint,
    result_size: content.result_size,
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
    start_ns: startNs(resolved),
    started_at: startedAt(resolved),
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

function startNs({ call: { span, start } }: ResolvedCall): string {
  if (start === span.start) return span.row.start_ns;
  return String(BigInt(span.row.start_ns) + BigInt(Math.round(start - span.start)));
}

function startedAt(resolved: ResolvedCall): string {
  const { span, start } = resolved.call;
  if (start === span.start) return span.row.started_at;
  return toInstant(Math.min(startMs(resolved), LATEST_MS));
}

/** The last year that the store's instants reach. */
const LATEST_MS = Date.UTC(2299, 0);
