import type { AlertDeliveryRow, AlertStateRow } from '../rows/alert-rows.ts';
import type { GuardDecisionRow } from '../rows/guard-rows.ts';
import { toInstant } from '../instant.ts';
import type { ToolCallRow, TurnVerdictRow } from '../rows/rows.ts';
import { sampleToolCall, sampleTurn } from './sample-rows.ts';

/** Rows for tests of what reads the store: complete, and placed in time by `startMs`. */

/** 2026-03-01T00:00:00Z: all test data begins here. */
export const BASE_MS = Date.UTC(2026, 2, 1);
export const PROJECT = 'default';

export type Given<Row> = Partial<Row> & { startMs?: number };

const CALL = sampleToolCall({
  project: PROJECT,
  trace_id: 'trace-1',
  span_id: 'span-1',
  tool: 'search_orders',
  call_id: '',
  agent_version: '1.0.0',
  model: 'model-a',
  service: 'support',
  start_ns: '',
  duration_ms: 92,
  identity: 'aaaaaaaaaaaaaaaa',
  effect: 'read',
  result_fingerprint: 'ffffffffffffffff',
  result_size: 10,
  model_ms: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
});

export function callRow({ startMs = BASE_MS, ...columns }: Given<ToolCallRow>): ToolCallRow {
  return { ...CALL, start_ns: `${startMs}000000`, started_at: toInstant(startMs), ...columns };
}

const TURN = sampleTurn({
  project: PROJECT,
  trace_id: 'trace-1',
  trace_ids: ['trace-1'],
  agent_version: '1.0.0',
  model: 'model-a',
  service: 'support',
  model_calls: 0,
  tool_ms: 0,
  model_ms: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  stop_reason: '',
});

export function turnRow({ startMs = BASE_MS, ...columns }: Given<TurnVerdictRow>): TurnVerdictRow {
  return { ...TURN, started_at: toInstant(startMs), ...columns };
}

/** A guard in block mode that stops the third attempt of a write. */
export const decisionRow = (own: Partial<GuardDecisionRow> = {}): GuardDecisionRow => ({
  project: PROJECT,
  trace_id: 'trace-1',
  span_id: 'span-1',
  position: 0,
  turn_id: 'blocked',
  session_id: 'session-1',
  agent_name: 'support',
  agent_version: '1.0.0',
  model: 'model-a',
  environment: 'test',
  decided_at: '2026-03-01 00:00:01.000',
  decision: 'stop',
  kind: 'repeated_key',
  code: 'repeated_call',
  mode: 'block',
  enforced: 1,
  tool: 'create_ticket',
  call_id: '',
  effect: 'write',
  attempt_key: 'k',
  attempts: 3,
  tried: ['{"a":1}'],
  errors: ['timed out'],
  saved_calls: 0,
  ceiling_name: 'attempts_per_key',
  ceiling: 2,
  ceiling_state: 'set',
  ceiling_reason: '',
  ceiling_ticket: '',
  ceiling_expires: '',
  spent: null,
  in_flight: [],
  stop_source: '',
  requested_by: '',
  reason: '',
  version: '1',
  ...own,
});

/** A turn's alert that fires since `BASE_MS`, or since `startMs`. */
export function alertStateRow({
  startMs = BASE_MS,
  ...own
}: Given<AlertStateRow> = {}): AlertStateRow {
  const at = toInstant(startMs);
  return {
    project: PROJECT,
    alert_id: 'a1',
    rule: 'turn-max-attempts',
    scope: 'turn',
    subject: 't1',
    state: 'firing',
    severity: 'page',
    since: at,
    started_at: at,
    updated_at: at,
    summary: 'it loops',
    agent_name: 'support',
    agent_version: '1',
    model: 'm',
    environment: 'test',
    tool: 'search',
    session_id: 's1',
    turn_id: 't1',
    facts: '{}',
    labels: '{}',
    annotations: '{}',
    diagnosis: '',
    muted: '',
    starts: ['1'],
    last_seen_at: at,
    looks: [],
    version: '1',
    ...own,
  };
}

/** What a receiver that refuses knows of that alert. */
export function alertDeliveryRow({
  startMs = BASE_MS,
  ...own
}: Given<AlertDeliveryRow> = {}): AlertDeliveryRow {
  const at = toInstant(startMs);
  return {
    project: PROJECT,
    alert_id: 'a1',
    receiver: 'ops',
    rule: 'turn-max-attempts',
    incident: '1',
    told: '',
    told_at: at,
    trying: 'firing',
    doubtful: 0,
    thread: 'a1',
    tries: 3,
    reason: 'answered 404',
    dead: 1,
    updated_at: at,
    version: '1',
    ...own,
  };
}
