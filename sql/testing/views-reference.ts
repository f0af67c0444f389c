import { fromInstant, toInstant } from '../instant.ts';
import type { LoopRow, ToolCallRow, TurnVerdictRow } from '../rows/rows.ts';

/** The views once more, over rows in memory and with nothing but loops: what the SQL is held against. */

interface Versioned {
  version: string;
  deleted: 0 | 1;
}

/** What is left of everything that was ever inserted. */
export function present<Row extends Versioned>(
  rows: readonly Row[],
  key: (row: Row) => string,
): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const other = newest.get(key(row));
    if (other === undefined || BigInt(row.version) >= BigInt(other.version)) {
      newest.set(key(row), row);
    }
  }
  return [...newest.values()].filter((row) => row.deleted === 0);
}

export interface Present {
  calls: readonly ToolCallRow[];
  turns: readonly TurnVerdictRow[];
  loops: readonly LoopRow[];
}

export const reference: Readonly<Record<string, (rows: Present) => object[]>> = {
  turn_stats: turnStats,

  session_stats: ({ turns }) =>
    groups(turns, (turn) => turn.session_id).map(({ rows }) => {
      const byStart = (turn: TurnVerdictRow) => turn.started_at + turn.turn_id;
      const first = rows.reduce((a, b) => (byStart(b) < byStart(a) ? b : a));
      const ends = rows.map((turn) => fromInstant(turn.started_at) + Math.trunc(turn.duration_ms));
      const calls = sum(rows, (turn) => turn.calls);
      const max_attempts = Math.max(...rows.map((turn) => turn.max_attempts));
      const signatures = unique(rows.flatMap((turn) => turn.signatures)).length;
      const distinct_signatures =
        signatures + sum(rows, (turn) => turn.distinct_signatures - turn.signatures.length);
      return {
        project: first.project,
        session_id: first.session_id,
        agent_name: first.agent_name,
        agent_version: first.agent_version,
        model: first.model,
        user_id: first.user_id,
        service: first.service,
        environment: first.environment,
        started_at: first.started_at,
        last_seen_at: toInstant(Math.max(...ends)),
        turns: rows.length,
        calls,
        tools: unique(rows.flatMap((turn) => turn.tools)).toSorted(),
        distinct_signatures,
        distinct_identities:
          unique(rows.flatMap((turn) => turn.identities)).length +
          sum(rows, (turn) => turn.distinct_identities - turn.identities.length),
        distinct_ratio: calls === 0 ? null : distinct_signatures / calls,
        max_attempts,
        max_attempts_tool: rows
          .filter((turn) => turn.max_attempts === max_attempts)
          .toSorted((a, b) => compare(a.started_at, b.started_at) || -compare(a.turn_id, b.turn_id))
          .at(0)?.max_attempts_tool,
        errors: sum(rows, (turn) => turn.errors),
        empties: sum(rows, (turn) => turn.empties),
        retries: sum(rows, (turn) => turn.retries),
        failed_identities: sum(rows, (turn) => turn.failed_identities),
        eventual_successes: sum(rows, (turn) => turn.eventual_successes),
        retry_tokens: sum(rows, (turn) => turn.retry_tokens),
        retry_cost: sum(rows, (turn) => turn.retry_cost),
        side_effect_repeats: sum(rows, (turn) => turn.side_effect_repeats),
        input_tokens: sum(rows, (turn) => turn.input_tokens),
        output_tokens: sum(rows, (turn) => turn.output_tokens),
        cost: sum(rows, (turn) => turn.cost),
        looping_turns: rows.filter((turn) => turn.verdict === 'loop').length,
        loop_kinds: unique(rows.flatMap((turn) => turn.loop_kinds)).toSorted(),
        marks: unique(rows.flatMap((turn) => turn.marks)).toSorted(),
      };
    }),

  tool_stats: ({ calls }) =>
    groups(calls, (call) => `${call.tool} ${dayOf(call)}`).map(({ first, rows }) => {
      const all = totals(rows);
      const durations = rows.map((call) => call.duration_ms);
      return {
        project: first.project,
        tool: first.tool,
        day: dayOf(first),
        calls: rows.length,
        turns: count(rows, (call) => call.turn_id),
        errors: all.errors,
        transport_errors: rows.filter((call) => call.error_family === 'transport').length,
        semantic_errors: rows.filter((call) => call.error_family === 'semantic').length,
        empties: rows.filter((call) => call.result_kind === 'empty').length,
        retries: all.retries,
        fruitless: rows.filter(
          (call) =>
            call.loop_id !== '' &&
            call.retry === '' &&
            (call.result_kind === 'empty' || call.error_family === 'semantic'),
        ).length,
        retry_rate: all.retries / rows.length,
        failed_identities: all.failed_identities,
        eventual_successes: all.eventual_successes,
        retry_tokens: retryCost(rows).retry_tokens,
        retry_cost: retryCost(rows).retry_cost,
        max_attempts: all.max_attempts,
        loops: count(rows, (call) => call.loop_id),
        duration_ms_p50: percentile(durations, 0.5),
        duration_ms_p99: percentile(durations, 0.99),
      };
    }),

  retry_ledger: ({ calls }) =>
    calls
      .filter((call) => call.retry !== '')
      .map((call) => {
        const failures = calls.filter(
          (other) =>
            other.turn_id === call.turn_id &&
            other.identity === call.identity &&
            other.identity !== '' &&
            other.outcome === 'error' &&
            other.seq < call.seq,
        );
        return {
          project: call.project,
          turn_id: call.turn_id,
          session_id: call.session_id,
          trace_id: call.trace_id,
          span_id: call.span_id,
          call_index: call.call_index,
          seq: call.seq,
          agent_name: call.agent_name,
          agent_version: call.agent_version,
          model: call.model,
          tool: call.tool,
          identity: call.identity,
          started_at: call.started_at,
          duration_ms: call.duration_ms,
          retried_family: call.retry,
          retried_class: failures.toSorted((a, b) => b.seq - a.seq)[0]?.error_class ?? '',
          attempt: call.attempt,
          outcome: call.outcome,
          error_family: call.error_family,
          error_class: call.error_class,
          eventual_success: call.eventual_success,
          loop_id: call.loop_id,
          cost_ms: call.duration_ms + call.model_ms,
          input_tokens: call.input_tokens,
          output_tokens: call.output_tokens,
          cost: call.cost,
        };
      }),

  max_attempts_by_time: (present) => {
    const called = turnStats(present).filter((turn) => turn.calls > 0);
    const step = (turn: { started_at: string }) =>
      Math.floor(fromInstant(turn.started_at) / 300_000) * 300_000;
    return groups(called, (turn) => String(step(turn))).map(({ first, rows }) => {
      const attempts = rows.map((turn) => turn.max_attempts);
      return {
        project: first.project,
        t: toInstant(step(first)).slice(0, 19),
        turns: rows.length,
        p50: percentile(attempts, 0.5),
        p95: percentile(attempts, 0.95),
        p99: percentile(attempts, 0.99),
        max: Math.max(...attempts),
      };
    });
  },

  signature_stats: ({ calls }) =>
    groups(
      calls.filter((call) => call.signature !== ''),
      (call) => `${call.tool} ${call.signature}`,
    ).map(({ first, rows }) => {
      const times = rows.map((call) => call.started_at).toSorted();
      return {
        project: first.project,
        tool: first.tool,
        signature: first.signature,
        identity: first.identity,
        calls: rows.length,
        turns: count(rows, (call) => call.turn_id),
        sessions: count(rows, (call) => call.session_id),
        errors: rows.filter((call) => call.outcome === 'error').length,
        empties: rows.filter((call) => call.result_kind === 'empty').length,
        distinct_results: count(rows, (call) => call.result_fingerprint),
        max_attempts: Math.max(...rows.map((call) => call.attempt)),
        first_at: times.at(0),
        last_at: times.at(-1),
      };
    }),

  loop_stats: ({ loops }) =>
    groups(loops, (loop) => `${loop.kind} ${loop.tool} ${dayOf(loop)}`).map(({ first, rows }) => ({
      project: first.project,
      kind: first.kind,
      tool: first.tool,
      day: dayOf(first),
      loops: rows.length,
      alerts: rows.filter((loop) => loop.severity === 'alert').length,
      turns: count(rows, (loop) => loop.turn_id),
      sessions: count(rows, (loop) => loop.session_id),
      calls: sum(rows, (loop) => loop.calls.length),
      longest: Math.max(...rows.map((loop) => loop.calls.length)),
      cost_ms: sum(rows, (loop) => loop.cost_ms),
      cost_input_tokens: sum(rows, (loop) => loop.cost_input_tokens),
      cost_output_tokens: sum(rows, (loop) => loop.cost_output_tokens),
      cost_usd: sum(rows, (loop) => loop.cost_usd),
      side_effects: sum(rows, (loop) => loop.side_effects),
    })),
};

function turnStats({ turns }: Present) {
  return turns.map((verdict) => {
    const {
      tool_totals: _tools,
      signatures: _signatures,
      identities: _identities,
      error_templates: _templates,
      ...turn
    } = verdict;
    const distinct_ratio = turn.calls === 0 ? null : turn.distinct_signatures / turn.calls;
    return { ...turn, distinct_ratio };
  });
}

/** What the calls of one turn or tool add up to; identities are told apart by turn. */
export function totals(calls: readonly ToolCallRow[]) {
  const retries = calls.filter((call) => call.retry !== '');
  const failures = calls.filter((call) => call.outcome === 'error');
  const attempts = calls.map((call) => call.attempt);
  const worst = calls
    .filter((call) => call.attempt === Math.max(...attempts))
    .toSorted((a, b) => a.seq - b.seq)[0];
  const unknown = calls.filter((call) => call.signature === '').length;
  const distinct_signatures = count(calls, (call) => call.signature) + unknown;
  const unidentified = calls.filter((call) => call.identity === '').length;
  const purpose = (call: ToolCallRow) => call.identity && `${call.turn_id} ${call.identity}`;
  return {
    calls: calls.length,
    distinct_signatures,
    distinct_identities: count(calls, (call) => call.identity) + unidentified,
    distinct_ratio: calls.length === 0 ? null : distinct_signatures / calls.length,
    max_attempts: Math.max(0, ...attempts),
    max_attempts_tool: worst?.tool ?? '',
    errors: failures.length,
    retries: retries.length,
    failed_identities: count(failures, purpose),
    eventual_successes: count(
      retries.filter((call) => call.eventual_success === 1),
      purpose,
    ),
  };
}

function retryCost(calls: readonly ToolCallRow[]) {
  const retries = calls.filter((call) => call.retry !== '');
  return {
    retry_tokens: sum(retries, (call) => call.input_tokens + call.output_tokens),
    retry_cost: sum(retries, (call) => call.cost),
  };
}

/** Nearest rank from below, as quantileExact has it. */
function percentile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.trunc(level * sorted.length))] ?? Number.NaN;
}

function groups<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
): { first: Row; rows: Row[] }[] {
  const byKey = new Map<string, { first: Row; rows: Row[] }>();
  for (const row of rows) {
    const group = byKey.get(key(row));
    if (group === undefined) byKey.set(key(row), { first: row, rows: [row] });
    else group.rows.push(row);
  }
  return [...byKey.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const dayOf = (row: { started_at: string }): string => row.started_at.slice(0, 10);
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
/** Different texts, the empty one aside. */
const count = <Row>(rows: readonly Row[], text: (row: Row) => string): number =>
  unique(rows.map(text)).filter(Boolean).length;
const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);
