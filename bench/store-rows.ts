import { turnTotals } from '@loopscope/sql';
import type { LoopRow, SpanRow, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

const START_MS = Date.UTC(2026, 0, 1);
const DAYS = 7;
const TOOLS = ['search_orders', 'create_ticket', 'get_customer', 'resize_instance', 'read_file'];
const CLASSES = ['timeout', 'validation', 'not_found', 'server_error'] as const;
const AGENTS = ['support', 'cloud-ops', 'coding'];

type Random = () => number;

export const traceIdOf = (turn: number): string => (turn + 1).toString(16).padStart(32, '0');

interface Batch {
  table: 'tool_calls' | 'turn_verdicts' | 'loops';
  rows: never[];
}

/** A fleet of `turns` turns, four calls each on average; one turn in two hundred loops. The same rows every time. */
export function* fleetRows(turns: number, perBatch = 2_000): Generator<Batch> {
  const random = randomFrom(7);
  for (let start = 0; start < turns; start += perBatch) {
    const calls: ToolCallRow[] = [];
    const verdicts: TurnVerdictRow[] = [];
    const found: LoopRow[] = [];
    for (let turn = start; turn < Math.min(turns, start + perBatch); turn += 1) {
      const looping = turn % 200 === 0;
      const startMs = START_MS + Math.floor((turn / turns) * DAYS * 86_400_000);
      const own = callsOf({ turn, startMs, looping, random });
      calls.push(...own);
      verdicts.push(verdictOf({ turn, startMs, looping, calls: own }));
      if (looping) found.push(loopOf(turn, startMs, own));
    }
    yield { table: 'tool_calls', rows: calls as never[] };
    yield { table: 'turn_verdicts', rows: verdicts as never[] };
    yield { table: 'loops', rows: found as never[] };
  }
}

/** Spans with 1.2 KB of text each. */
export function spanRows(count: number): SpanRow[] {
  const random = randomFrom(3);
  return Array.from({ length: count }, (_, index) => spanOf(index, random));
}

interface TurnDraft {
  turn: number;
  startMs: number;
  looping: boolean;
}

function callsOf({
  turn,
  startMs,
  looping,
  random,
}: TurnDraft & { random: Random }): ToolCallRow[] {
  const count = looping ? 14 + Math.floor(random() * 26) : Math.floor(random() * 8);
  const common = commonOf(turn);
  return Array.from({ length: count }, (_, seq) => {
    const tool = looping ? 'create_ticket' : TOOLS[Math.floor(random() * TOOLS.length)]!;
    const failed = looping ? seq < count - 1 : random() < 0.05;
    const errorClass = failed ? CLASSES[Math.floor(random() * CLASSES.length)]! : '';
    return {
      ...common,
      trace_id: traceIdOf(turn),
      span_id: hex(turn * 64 + seq, 16),
      call_index: 0,
      turn_id: `turn-${turn}`,
      seq,
      step: seq,
      source: 'span',
      tool,
      tool_kind: 'tool',
      call_id: `call-${turn}-${seq}`,
      start_ns: `${BigInt(startMs + seq * 2_400) * 1_000_000n}`,
      started_at: instant(startMs + seq * 2_400),
      duration_ms: random() * 200,
      outcome: failed ? 'error' : 'ok',
      error_class: errorClass,
      error_family: failed ? 'semantic' : '',
      error_template: failed ? `order <id> ${errorClass}` : '',
      signature: hex(Math.floor(random() * 2 ** 40), 16),
      identity: hex(looping ? turn : turn * 64 + seq, 16),
      identity_fields: ['customer_id', 'order_id'],
      args_known: 1,
      effect: 'write',
      result_kind: failed ? 'error' : 'value',
      result_fingerprint: hex(Math.floor(random() * 2 ** 40), 16),
      result_size: 400,
      attempt: looping ? seq + 1 : 1,
      retry: looping && seq > 0 ? 'semantic' : '',
      eventual_success: looping && seq > 0 ? 1 : 0,
      loop_id: looping ? `loop-${turn}` : '',
      model_ms: 2_000,
      input_tokens: 900,
      output_tokens: 80,
      cost: 0.004,
      folded_spans: [],
      version: String(startMs),
      deleted: 0,
    };
  });
}

function verdictOf(draft: TurnDraft & { calls: readonly ToolCallRow[] }): TurnVerdictRow {
  const { turn, startMs, looping, calls } = draft;
  return {
    ...commonOf(turn),
    turn_id: `turn-${turn}`,
    trace_id: traceIdOf(turn),
    trace_ids: [traceIdOf(turn)],
    started_at: instant(startMs),
    duration_ms: calls.length * 2_400 + 900,
    ...turnTotals(calls),
    model_calls: calls.length + 1,
    tool_ms: calls.reduce((sum, call) => sum + call.duration_ms, 0),
    model_ms: calls.length * 2_000,
    input_tokens: calls.length * 900,
    output_tokens: calls.length * 80,
    cached_input_tokens: 0,
    cost: calls.length * 0.004,
    stop_reason: 'stop',
    outcome: 'ok',
    verdict: looping ? 'loop' : 'healthy',
    guard_mode: '',
    guard_decisions: 0,
    guard_stops: 0,
    loop_kinds: looping ? ['exact'] : [],
    marks: [],
    version: String(startMs),
    deleted: 0,
  };
}

function loopOf(turn: number, startMs: number, calls: readonly ToolCallRow[]): LoopRow {
  const { project, session_id, agent_name, agent_version, model, environment } = commonOf(turn);
  return {
    project,
    session_id,
    agent_name,
    agent_version,
    model,
    environment,
    loop_id: `loop-${turn}`,
    turn_id: `turn-${turn}`,
    trace_id: traceIdOf(turn),
    kind: 'exact',
    severity: 'alert',
    tool: 'create_ticket',
    tools: ['create_ticket'],
    identity: hex(turn, 16),
    shape: 'create_ticket(*)',
    calls: calls.map((call) => call.seq),
    started_at: instant(startMs),
    duration_ms: calls.length * 2_400,
    summary: `create_ticket was called ${calls.length} times with the same arguments`,
    test: '{}',
    fix_place: 'tool_result',
    fix_text: 'Say what was wrong.',
    cost_ms: calls.length * 2_400,
    cost_input_tokens: calls.length * 900,
    cost_output_tokens: calls.length * 80,
    cost_usd: calls.length * 0.004,
    side_effects: calls.length - 1,
    version: String(startMs),
    deleted: 0,
  };
}

function spanOf(index: number, random: Random): SpanRow {
  const startMs = START_MS + index * 15;
  return {
    ...commonOf(Math.floor(index / 8)),
    trace_id: traceIdOf(Math.floor(index / 8)),
    span_id: hex(index, 16),
    parent_span_id: '',
    name: 'execute_tool search_orders',
    scope: 'bench',
    dialect: 'otel_genai',
    kind: 'tool',
    kind_rule: 'operation_name',
    start_ns: `${BigInt(startMs) * 1_000_000n}`,
    end_ns: `${BigInt(startMs + 90) * 1_000_000n}`,
    started_at: instant(startMs),
    duration_ms: 90,
    status: 'ok',
    status_message: '',
    turn_id: '',
    input_tokens: null,
    output_tokens: null,
    cached_input_tokens: null,
    finish_reason: '',
    tool: TOOLS[index % TOOLS.length]!,
    tool_kind: 'tool',
    layer: 'framework',
    call_id: `call-${index}`,
    args: JSON.stringify({ query: randomText(random, 200), limit: 20 }),
    args_known: 1,
    args_size: 230,
    result: JSON.stringify({ rows: [{ order_id: index, note: randomText(random, 500) }] }),
    result_known: 1,
    result_size: 540,
    outcome: 'ok',
    error_class: '',
    error_template: '',
    error_message: '',
    signature: hex(index, 16),
    signature_version: 1,
    identity: hex(index % 997, 16),
    identity_fields: ['query'],
    effect: 'read',
    result_kind: 'value',
    result_fingerprint: hex(index % 4_099, 16),
    tagged_by: 'collector',
    messages: '',
    guard: '',
    attributes: '{"gen_ai.system":"bench","server.address":"127.0.0.1"}',
    events: '[]',
    marks: [],
    position: 0,
    ingested_at: instant(startMs + 500),
    version: String(startMs),
  };
}

function commonOf(turn: number) {
  return {
    project: 'bench',
    session_id: `session-${Math.floor(turn / 10)}`,
    agent_name: AGENTS[turn % AGENTS.length]!,
    agent_version: `1.${turn % 4}`,
    model: 'bench-model',
    user_id: `user-${turn % 1_000}`,
    service: 'bench',
    environment: 'production',
  };
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
const instant = (ms: number): string =>
  new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
const randomText = (random: Random, length: number): string =>
  Array.from({ length: length / 10 }, () => random().toString(36).slice(2, 11)).join(' ');

/** mulberry32: small, seeded, good enough for rows. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
