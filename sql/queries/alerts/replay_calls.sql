-- Calls of a range with when each became known: by the arrival of its span, or by its own end. The latest first.
SELECT
    turn_id, session_id, seq, agent_name, agent_version, model, environment, tool, outcome, error_class, error_family,
    signature, identity, effect, result_kind, attempt, retry, eventual_success, loop_id, duration_ms,
    input_tokens, output_tokens, cost,
    toUnixTimestamp64Milli(calls.started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)) AS ended_ms,
    multiIf(
        {clock:String} = 'data', ended_ms,
        arrivals.arrived_ms > 0, arrivals.arrived_ms,
        toUnixTimestamp64Milli(calls.stored_at)
    ) AS at_ms
FROM
(
    SELECT *, stored_at
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND if({clock:String} = 'data', tool_calls.started_at, tool_calls.stored_at) >= {from:DateTime64(3, 'UTC')}
        AND tool_calls.started_at < {to:DateTime64(3, 'UTC')}
) AS calls
LEFT JOIN
(
    -- No FINAL: what was delivered twice was known by the first delivery.
    SELECT trace_id, span_id, toUnixTimestamp64Milli(min(ingested_at)) AS arrived_ms
    FROM spans
    WHERE {clock:String} = 'arrival'
        AND project = {project:String}
        AND stored_at >= {from:DateTime64(3, 'UTC')}
        AND trace_id IN
        (
            SELECT trace_id
            FROM tool_calls
            WHERE project = {project:String} AND tool_calls.stored_at >= {from:DateTime64(3, 'UTC')}
        )
    GROUP BY trace_id, span_id
) AS arrivals ON arrivals.trace_id = calls.trace_id AND arrivals.span_id = calls.span_id
ORDER BY at_ms DESC, turn_id, seq DESC
LIMIT {limit:UInt32}
