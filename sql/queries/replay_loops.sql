SELECT turn_id, session_id, agent_name, agent_version, kind, severity, calls
FROM loops FINAL
WHERE project = {project:String}
    AND started_at >= {from:DateTime64(3, 'UTC')}
    AND started_at < {to:DateTime64(3, 'UTC')}
ORDER BY started_at DESC, loop_id
LIMIT {limit:UInt32}
