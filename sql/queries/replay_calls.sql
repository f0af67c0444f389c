-- The latest calls of a range of the spans' own time, in the order in which they ended.
SELECT
    turn_id, session_id, seq, agent_name, agent_version, model, environment, tool, outcome, error_class, error_family,
    signature, identity, effect, result_kind, attempt, retry, eventual_success, loop_id, duration_ms,
    input_tokens, output_tokens, cost,
    toUnixTimestamp64Milli(tool_calls.started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)) AS ended_ms
FROM tool_calls FINAL
WHERE project = {project:String}
    AND tool_calls.started_at >= {from:DateTime64(3, 'UTC')}
    AND tool_calls.started_at < {to:DateTime64(3, 'UTC')}
ORDER BY ended_ms DESC, turn_id, seq DESC
LIMIT {limit:UInt32}
