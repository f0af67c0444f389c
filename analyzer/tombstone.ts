import { turnTotals } from '@loopscope/sql';
import type { LoopRow, ResolvedKey, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

/** A row that takes back the one that stands under `key`: the call, turn or loop is no more. */
export function deadToolCall(project: string, key: ResolvedKey, version: string): ToolCallRow {
  return {
    project,
    trace_id: key.trace_id,
    span_id: key.span_id,
    call_index: key.call_index,
    turn_id: key.turn_id,
    session_id: key.session_id,
    seq: 0,
    step: 0,
    source: 'span',
    tool: '',
    tool_kind: '',
    call_id: '',
    ...WHOSE,
    user_id: '',
    service: '',
    start_ns: '0',
    started_at: key.started_at,
    duration_ms: 0,
    outcome: 'unknown',
    error_class: '',
    error_family: '',
    error_template: '',
    signature: '',
    identity: '',
    identity_fields: [],
    args_known: 0,
    effect: 'unknown',
    result_kind: 'none',
    result_fingerprint: '',
    result_size: 0,
    attempt: 0,
    retry: '',
    eventual_success: 0,
    loop_id: '',
    ...SPENT,
    folded_spans: [],
    version,
    deleted: 1,
  };
}

export function deadTurn(project: string, key: ResolvedKey, version: string): TurnVerdictRow {
  return {
    project,
    turn_id: key.turn_id,
    session_id: key.session_id,
    trace_id: key.trace_id,
    trace_ids: [key.trace_id],
    ...WHOSE,
    user_id: '',
    service: '',
    started_at: key.started_at,
    duration_ms: 0,
    ...turnTotals([]),
    model_calls: 0,
    tool_ms: 0,
    ...SPENT,
    cached_input_tokens: 0,
    stop_reason: '',
    outcome: 'unknown',
    verdict: 'healthy',
    loop_kinds: [],
    marks: [],
    version,
    deleted: 1,
  };
}

export function deadLoop(project: string, key: ResolvedKey, version: string): LoopRow {
  return {
    project,
    loop_id: key.loop_id,
    turn_id: key.turn_id,
    session_id: key.session_id,
    trace_id: key.trace_id,
    ...WHOSE,
    kind: '',
    severity: 'watch',
    tool: '',
    tools: [],
    identity: '',
    shape: '',
    calls: [],
    started_at: key.started_at,
    duration_ms: 0,
    summary: '',
    test: '',
    fix_place: '',
    fix_text: '',
    cost_ms: 0,
    cost_input_tokens: 0,
    cost_output_tokens: 0,
    cost_usd: 0,
    side_effects: 0,
    version,
    deleted: 1,
  };
}

const WHOSE = { agent_name: '', agent_version: '', model: '', environment: '' };
const SPENT = { model_ms: 0, input_tokens: 0, output_tokens: 0, cost: 0 };
