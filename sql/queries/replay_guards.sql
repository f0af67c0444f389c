-- The latest decisions of guards of a range of their own time.
SELECT
    turn_id, session_id, agent_name, agent_version, model, environment, tool, decision, kind, enforced, ceiling_state,
    toUnixTimestamp64Milli(decided_at) AS ended_ms
FROM guard_decisions FINAL
WHERE project = {project:String}
    AND decided_at >= {from:DateTime64(3, 'UTC')}
    AND decided_at < {to:DateTime64(3, 'UTC')}
ORDER BY ended_ms DESC, trace_id, span_id, position
LIMIT {limit:UInt32}
