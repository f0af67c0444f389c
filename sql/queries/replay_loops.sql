SELECT
    turn_id, session_id, agent_name, agent_version, model, environment, tool, kind, severity, calls,
    toUnixTimestamp64Milli(loops.started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)) AS ended_ms
FROM loops FINAL
WHERE project = {project:String}
    AND loops.started_at >= {from:DateTime64(3, 'UTC')}
    AND loops.started_at < {to:DateTime64(3, 'UTC')}
ORDER BY loops.started_at DESC, loop_id
LIMIT {limit:UInt32}
