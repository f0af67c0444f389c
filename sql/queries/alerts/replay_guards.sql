-- Decisions of guards of a range, by arrival or by their own time; the latest first.
SELECT
    turn_id, session_id, agent_name, agent_version, model, environment, tool, decision, kind, code, enforced, ceiling_state,
    toUnixTimestamp64Milli(if({clock:String} = 'data', decided_at, toDateTime64(stored_at, 3, 'UTC'))) AS at_ms
FROM guard_decisions FINAL
WHERE project = {project:String}
    AND if({clock:String} = 'data', decided_at, stored_at) >= {from:DateTime64(3, 'UTC')}
    AND decided_at < {to:DateTime64(3, 'UTC')}
ORDER BY at_ms DESC, trace_id, span_id, position
LIMIT {limit:UInt32}
