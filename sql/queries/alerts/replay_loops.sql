SELECT
    turn_id, session_id, agent_name, agent_version, model, environment, tool, kind, severity, calls,
    if(
        {clock:String} = 'data',
        toUnixTimestamp64Milli(loops.started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)),
        toUnixTimestamp64Milli(loops.stored_at)
    ) AS at_ms
FROM loops FINAL
WHERE project = {project:String}
    AND if({clock:String} = 'data', loops.started_at, loops.stored_at) >= {from:DateTime64(3, 'UTC')}
    AND loops.started_at < {to:DateTime64(3, 'UTC')}
ORDER BY loops.started_at DESC, loop_id
LIMIT {limit:UInt32}
