-- The rows that the store took at these moments, of these turns.
SELECT
    turn_id,
    session_id,
    trace_id,
    agent_name,
    agent_version,
    model,
    started_at,
    duration_ms,
    calls,
    model_calls,
    distinct_signatures,
    distinct_identities,
    if(calls = 0, NULL, distinct_signatures / calls) AS distinct_ratio,
    max_attempts,
    max_attempts_tool,
    errors,
    retries,
    tool_ms,
    model_ms,
    input_tokens,
    output_tokens,
    cost,
    verdict,
    loop_kinds,
    stop_reason,
    version,
    toUnixTimestamp64Micro(stored_at) AS stored_us
FROM turn_verdicts
WHERE project = {project:String}
    AND turn_id IN {turn_ids:Array(String)}
    AND has({stored:Array(Int64)}, toUnixTimestamp64Micro(stored_at))
