import { toInstant, type LoopRow, type SpanRow } from '@loopscope/sql';
import { BASE_MS, PROJECT, type Given } from '@loopscope/sql/placed-rows';
import { BLANK_SPAN } from '@loopscope/sql/sample-rows';

const LOOP: LoopRow = {
  project: PROJECT,
  loop_id: 'loop-1',
  turn_id: 'turn-1',
  session_id: 'session-1',
  trace_id: 'trace-1',
  agent_name: 'support',
  agent_version: '1.0.0',
  model: 'model-a',
  environment: 'test',
  kind: 'empty',
  severity: 'alert',
  tool: 'search_orders',
  tools: ['search_orders'],
  identity: 'aaaaaaaaaaaaaaaa',
  shape: 'search_orders(*)',
  calls: [0, 1],
  started_at: '',
  duration_ms: 1_000,
  summary: 'search_orders returned nothing twice',
  test: JSON.stringify({
    evidence: [{ claim: 'arguments equal', holds: 2, of: 2 }],
    excludes: [],
  }),
  fix_place: 'tool_result',
  fix_text: 'Say in the empty result what was looked at.',
  cost_ms: 92,
  cost_input_tokens: 0,
  cost_output_tokens: 0,
  cost_usd: 0,
  side_effects: 0,
  version: '1',
  deleted: 0,
};

export function loopRow({ startMs = BASE_MS, ...columns }: Given<LoopRow>): LoopRow {
  return { ...LOOP, started_at: toInstant(startMs), ...columns };
}

const SPAN: SpanRow = {
  ...BLANK_SPAN,
  project: PROJECT,
  trace_id: 'trace-1',
  span_id: 'span-1',
  service: 'support',
  kind: 'tool',
  duration_ms: 92,
  session_id: 'session-1',
  agent_name: 'support',
  agent_version: '1.0.0',
  layer: 'framework',
  outcome: 'ok',
};

export function spanRow({ startMs = BASE_MS, ...columns }: Given<SpanRow>): SpanRow {
  const durationMs = columns.duration_ms ?? SPAN.duration_ms;
  return {
    ...SPAN,
    start_ns: `${startMs}000000`,
    end_ns: `${startMs + durationMs}000000`,
    started_at: toInstant(startMs),
    ingested_at: toInstant(startMs),
    duration_ms: durationMs,
    ...columns,
  };
}
