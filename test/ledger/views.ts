import {
  familyOf,
  intentOf,
  quantile,
  sum,
  totalsOf,
  unique,
  type Call,
  type Turn,
} from './reference.ts';

/** A question to one view, and the rows that the ledger says it must answer, in any order. */
export interface ViewClaim {
  view: string;
  sql: string;
  rows: unknown[][];
}

const STEP_MS = 300_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const groups = <Item>(items: readonly Item[], key: (item: Item) => string): Item[][] => [
  ...Map.groupBy(items, key).values(),
];
/** Columns as numbers that a double holds, whatever their type. */
const numbers = (...names: string[]): string =>
  names.map((name) => `toFloat64(${name})`).join(', ');

/** Every view that people are told to read, recomputed. */
export function viewClaims(turns: readonly Turn[]): ViewClaim[] {
  const calls = turns.flatMap((turn) => turn.calls);
  return [
    turnStats(turns),
    sessionStats(turns),
    toolStats(calls, turns),
    retryLedger(calls),
    maxAttemptsByTime(turns),
    signatureStats(calls),
    loopStats(turns),
  ];
}

const TURN_NUMBERS = [
  'calls',
  'distinct_signatures',
  'distinct_identities',
  'max_attempts',
  'errors',
  'empties',
  'retries',
  'failed_identities',
  'eventual_successes',
  'retry_tokens',
  'input_tokens',
  'output_tokens',
] as const;

function turnNumbers(turn: Turn): number[] {
  const totals = totalsOf(turn.calls, [turn]);
  return [
    totals.calls,
    turn.distinct,
    turn.distinct,
    turn.maxAttempts,
    totals.errors,
    totals.empties,
    totals.retries,
    totals.failedIntents,
    totals.healedIntents,
    totals.retryTokens,
    sum(turn.models, ({ inputTokens }) => inputTokens),
    sum(turn.models, ({ outputTokens }) => outputTokens),
  ];
}

function turnStats(turns: readonly Turn[]): ViewClaim {
  return {
    view: 'turn_stats',
    sql: `SELECT session_id, trace_id, agent_name, agent_version, model, verdict = 'loop' AS is_loop, max_attempts_tool,
      arrayStringConcat(tools, ',') AS used, toUnixTimestamp64Milli(started_at) AS start,
      ${numbers('model_calls', 'duration_ms', 'tool_ms', 'model_ms', ...TURN_NUMBERS)} FROM turn_stats`,
    rows: turns.map((turn) => [
      turn.root.session,
      turn.root.traceId,
      turn.root.agent,
      turn.root.version,
      turn.root.model,
      Number(turn.isLoop),
      turn.maxTool,
      unique(turn.calls.map(({ tool }) => tool)).join(','),
      String(turn.root.startMs),
      turn.models.length,
      turn.root.durationMs,
      sum(turn.calls, ({ durationMs }) => durationMs),
      sum(turn.models, ({ durationMs }) => durationMs),
      ...turnNumbers(turn),
    ]),
  };
}

/** Each session is one turn here. */
function sessionStats(turns: readonly Turn[]): ViewClaim {
  return {
    view: 'session_stats',
    sql: `SELECT session_id, agent_name, toUnixTimestamp64Milli(started_at) AS start,
      toUnixTimestamp64Milli(last_seen_at) AS seen, ${numbers('turns', 'looping_turns', ...TURN_NUMBERS)} FROM session_stats`,
    rows: turns.map((turn) => [
      turn.root.session,
      turn.root.agent,
      String(turn.root.startMs),
      String(turn.root.startMs + turn.root.durationMs),
      1,
      Number(turn.isLoop),
      ...turnNumbers(turn),
    ]),
  };
}

function toolStats(calls: readonly Call[], turns: readonly Turn[]): ViewClaim {
  return {
    view: 'tool_stats',
    sql: `SELECT tool, toString(day) AS d, ${numbers(
      'calls',
      'turns',
      'errors',
      'transport_errors',
      'semantic_errors',
      'empties',
      'retries',
      'failed_identities',
      'eventual_successes',
      'retry_tokens',
      'max_attempts',
      'loops',
      'duration_ms_p50',
      'duration_ms_p99',
    )} FROM tool_stats`,
    rows: groups(calls, ({ tool, startMs }) => `${tool} ${dayOf(startMs)}`).map((own) => {
      const totals = totalsOf(own, turns);
      const durations = own.map(({ durationMs }) => durationMs);
      const ofFamily = (family: string): number =>
        own.filter((call) => familyOf(call) === family).length;
      return [
        own[0]?.tool,
        dayOf(own[0]?.startMs ?? 0),
        totals.calls,
        totals.turns,
        totals.errors,
        ofFamily('transport'),
        ofFamily('semantic'),
        totals.empties,
        totals.retries,
        totals.failedIntents,
        totals.healedIntents,
        totals.retryTokens,
        totals.maxAttempts,
        totals.loops,
        quantile(0.5, durations),
        quantile(0.99, durations),
      ];
    }),
  };
}

function retryLedger(calls: readonly Call[]): ViewClaim {
  return {
    view: 'retry_ledger',
    sql: `SELECT session_id, span_id, tool, retried_family, retried_class, outcome,
      ${numbers('attempt', 'eventual_success', 'cost_ms', 'input_tokens', 'output_tokens')} FROM retry_ledger`,
    rows: calls
      .filter(({ retries }) => retries !== '')
      .map((call) => [
        call.session,
        call.spanId,
        call.tool,
        call.retries,
        call.retries === 'transport' ? 'timeout' : 'validation',
        call.error === '' ? 'ok' : 'error',
        call.attempt,
        Number(call.succeeds),
        call.durationMs + call.asked.durationMs,
        call.asked.inputTokens,
        call.asked.outputTokens,
      ]),
  };
}

function maxAttemptsByTime(turns: readonly Turn[]): ViewClaim {
  const withCalls = turns.filter(({ calls }) => calls.length > 0);
  return {
    view: 'max_attempts_by_time',
    sql: `SELECT toUnixTimestamp(t) * 1000 AS at, ${numbers('turns', 'p50', 'p95', 'p99', 'max')} FROM max_attempts_by_time`,
    rows: groups(withCalls, ({ root }) => `${Math.floor(root.startMs / STEP_MS)}`).map((own) => {
      const attempts = own.map(({ maxAttempts }) => maxAttempts);
      const start = Math.floor((own[0]?.root.startMs ?? 0) / STEP_MS) * STEP_MS;
      return [
        String(start),
        own.length,
        quantile(0.5, attempts),
        quantile(0.95, attempts),
        quantile(0.99, attempts),
        Math.max(...attempts),
      ];
    }),
  };
}

/** The signature itself is not recomputed: it groups the calls, which is what counts. */
function signatureStats(calls: readonly Call[]): ViewClaim {
  return {
    view: 'signature_stats',
    sql: `SELECT tool, ${numbers('calls', 'turns', 'sessions', 'errors', 'empties', 'max_attempts')},
      toUnixTimestamp64Milli(first_at) AS first, toUnixTimestamp64Milli(last_at) AS last FROM signature_stats`,
    rows: groups(calls, intentOf).map((own) => {
      const starts = own.map(({ startMs }) => startMs);
      const totals = totalsOf(own, []);
      return [
        own[0]?.tool,
        totals.calls,
        totals.turns,
        totals.turns,
        totals.errors,
        totals.empties,
        totals.maxAttempts,
        String(Math.min(...starts)),
        String(Math.max(...starts)),
      ];
    }),
  };
}

function loopStats(turns: readonly Turn[]): ViewClaim {
  const looping = turns.filter(({ isLoop }) => isLoop);
  return {
    view: 'loop_stats',
    sql: `SELECT kind, tool, ${numbers('sum(loop_stats.loops)', 'sum(loop_stats.turns)', 'sum(loop_stats.calls)', 'max(longest)')}
      FROM loop_stats GROUP BY kind, tool`,
    rows: groups(looping, ({ maxTool }) => maxTool).map((own) => {
      const lengths = own.map(({ calls }) => calls.length);
      return [
        'empty',
        own[0]?.maxTool,
        own.length,
        own.length,
        sum(lengths, (n) => n),
        Math.max(...lengths),
      ];
    }),
  };
}
