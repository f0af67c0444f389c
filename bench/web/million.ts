/** A fleet of any number of turns, made inside the engine: what a store looks like that has run for a month. */
import type { Store } from '@loopscope/sql';

export interface FleetSize {
  turns: number;
  /** Rows per insert; each is a part of its own until the engine merges it. */
  perInsert: number;
  endMs: number;
}

const DAYS = 30;
/** One turn in this many loops. */
const LOOPS_IN = 100;

/** Columns that follow from the turn's number `n`: agents, models, tools and versions with a long tail, as fleets have them. */
const DRAFT = `
  lower(hex(sipHash128(n))) AS turn_id,
  concat('session-', toString(intDiv(n, 3))) AS session_id,
  sipHash64(n, 1) AS r1, sipHash64(n, 2) AS r2, sipHash64(n, 3) AS r3, sipHash64(n, 4) AS r4,
  concat('agent-', toString(toUInt32(40 * pow((r1 % 10000) / 10000, 3)))) AS agent_name,
  concat('model-', toString(toUInt32(12 * pow((r2 % 10000) / 10000, 2)))) AS model,
  concat('1.', toString(toUInt32(intDiv(n, {perRelease})))) AS agent_version,
  n % ${LOOPS_IN} = 7 AS loops_here,
  toUInt32(if(loops_here, 10 + r3 % 31, r3 % 9)) AS calls,
  arrayMap(at -> concat('tool_', toString(toUInt32(60 * pow((sipHash64(n, at) % 10000) / 10000, 2)))), range(least(calls, 6))) AS called,
  fromUnixTimestamp64Milli(toInt64({endMs} - ${DAYS * 86_400_000} + n * {spacingMs}), 'UTC') AS started_at`;

const VERDICTS = `
  INSERT INTO turn_verdicts (project, turn_id, session_id, trace_id, trace_ids, agent_name, agent_version, model, user_id, service,
    environment, started_at, duration_ms, calls, model_calls, tools, tool_totals, signatures, identities, distinct_signatures, distinct_identities,
    max_attempts, max_attempts_tool, errors, error_templates, empties, retries, failed_identities, eventual_successes, retry_tokens, retry_cost,
    tool_ms, model_ms, input_tokens, output_tokens, cost, stop_reason, outcome, verdict, loop_kinds, version, deleted)
  SELECT 'default', turn_id, session_id, turn_id, [turn_id], agent_name, agent_version, model, concat('user-', toString(n % 5000)), 'bench',
    'production', started_at, calls * 2400 + r4 % 60000, calls, calls + 1, arraySort(arrayDistinct(called)) AS sorted,
    arrayMap(tool -> (tool, ['customer_id', 'order_id'], intDiv(calls, greatest(length(sorted), 1)), if(loops_here, calls - 2, 0), 0,
      if(loops_here, calls - 2, 0), toUInt32(r4 % 7 = 0), if(loops_here, calls - 2, 0), 0, toUInt32(loops_here), 0,
      if(loops_here, calls * 900., 0.), if(loops_here, calls - 1, 1), toUInt32(loops_here)), sorted),
    arrayMap(at -> lower(hex(sipHash64(n, at, 5))), range(if(loops_here, 2, calls))),
    arrayMap(at -> lower(hex(sipHash64(n, at, 6))), range(if(loops_here, 2, calls))),
    if(loops_here, 2, calls), if(loops_here, 2, calls), if(loops_here, calls - 1, least(calls, 1 + (r4 % 20 = 0))), called[1],
    if(loops_here, calls - 2, toUInt32(r4 % 12 = 0)), if(loops_here OR r4 % 12 = 0, ['order <id> is not valid'], []), toUInt32(r4 % 7 = 0), if(loops_here, calls - 2, 0), if(loops_here, 1, 0), 0,
    if(loops_here, calls * 900, 0), if(loops_here, calls * 0.004, 0), calls * 180, calls * 2000, calls * 900 + r4 % 500, calls * 80,
    calls * 0.004 + (r4 % 1000) / 1e5, 'stop', 'ok', if(loops_here, 'loop', if(r4 % 50 = 0, 'watch', 'healthy')),
    if(loops_here, [KIND], []), {version}, 0
  FROM (SELECT number AS n, ${DRAFT} FROM numbers({from}, {count}))`;

const KIND = `['exact', 'empty', 'validation', 'cycle', 'stagnant', 'transport', 'denied', 'sweep'][1 + r4 % 8]`;

const CALLS = `
  INSERT INTO tool_calls (project, trace_id, span_id, call_index, turn_id, session_id, seq, step, source, tool, tool_kind, call_id, agent_name,
    agent_version, model, service, environment, start_ns, started_at, duration_ms, outcome, error_class, error_family, error_template,
    signature, identity, identity_fields, args_known, effect, result_kind, result_fingerprint, result_size, attempt, retry,
    eventual_success, loop_id, model_ms, input_tokens, output_tokens, cost, version, deleted)
  SELECT 'default', turn_id, lower(hex(sipHash64(n, place, 7))), 0, turn_id, session_id, place, place, 'span',
    if(loops_here, called[1], called[1 + place % length(called)]), 'tool', lower(hex(sipHash64(n, place, 8))), agent_name, agent_version, model, 'bench', 'production',
    toUnixTimestamp64Milli(started_at) * 1000000 + place * 2400000000, started_at + toIntervalMillisecond(place * 2400), sipHash64(n, place) % 300,
    if(failed, 'error', 'ok'), if(failed, 'validation', ''), if(failed, 'semantic', ''), if(failed, 'order <id> is not valid', ''),
    lower(hex(sipHash64(n, if(loops_here, place % 2, place), 5))), lower(hex(sipHash64(n, if(loops_here, place % 2, place), 6))), ['customer_id', 'order_id'], 1, 'write',
    if(failed, 'error', if(r4 % 7 = 0 AND place = 0, 'empty', 'value')), lower(hex(sipHash64(n, place, 9))), 400,
    if(loops_here, place + 1, 1), if(loops_here AND place > 1, 'semantic', ''), 0, if(loops_here, concat('loop-', turn_id), ''),
    2000, 900, 80, 0.004, {version}, 0
  FROM
  (
    SELECT *, place, place > 0 AND loops_here OR place = 0 AND r4 % 12 = 0 AS failed
    FROM (SELECT number AS n, ${DRAFT} FROM numbers({from}, {count}))
    ARRAY JOIN range(calls) AS place
  )`;

const LOOPS = `
  INSERT INTO loops (project, loop_id, turn_id, session_id, trace_id, agent_name, agent_version, model, environment, kind, severity, tool,
    tools, identity, shape, calls, started_at, duration_ms, summary, test, fix_place, fix_text, cost_ms, cost_input_tokens,
    cost_output_tokens, cost_usd, side_effects, version, deleted)
  SELECT 'default', concat('loop-', turn_id), turn_id, session_id, turn_id, agent_name, agent_version, model, 'production', KIND,
    if(r4 % 5 = 0, 'watch', 'alert'), called[1], [called[1]], lower(hex(sipHash64(n, 1, 6))), concat(called[1], '(customer_id, order_id)'),
    range(calls), started_at, calls * 2400, concat(called[1], ' was called ', toString(calls), ' times with the same arguments'),
    '{"evidence":[],"excludes":[]}', 'tool_result', 'Say what was wrong.', calls * 2400, calls * 900, calls * 80, calls * 0.004, calls - 1,
    {version}, 0
  FROM (SELECT number AS n, ${DRAFT} FROM numbers({from}, {count}))
  WHERE loops_here`;

/** Fills a fresh store. A tenth of the turns is written twice, as turns are that were seen while they ran. */
export async function fillFleet(store: Store, size: FleetSize): Promise<void> {
  const { turns, perInsert, endMs } = size;
  for (let from = 0; from < turns; from += perInsert) {
    const count = Math.min(perInsert, turns - from);
    await insertTurns(store, size, { from, count });
    const again = { from, count: Math.ceil(count / 10), version: endMs + 1 };
    await store.define(statement(VERDICTS, size, again));
  }
}

interface Part {
  from: number;
  count: number;
}

/** The turns of these numbers with their calls and loops. */
export async function insertTurns(store: Store, size: FleetSize, part: Part): Promise<void> {
  for (const text of [CALLS, LOOPS, VERDICTS]) {
    await store.define(statement(text, size, { ...part, version: size.endMs }));
  }
}

function statement(
  text: string,
  { turns, endMs }: FleetSize,
  { from, count, version }: Part & { version: number },
): string {
  return text
    .replaceAll('KIND', KIND)
    .replaceAll('{perRelease}', String(Math.ceil(turns / 60)))
    .replaceAll('{spacingMs}', String(Math.floor((DAYS * 86_400_000) / turns)))
    .replaceAll('{endMs}', String(endMs))
    .replaceAll('{version}', String(version))
    .replaceAll('{from}', String(from))
    .replaceAll('{count}', String(count));
}
