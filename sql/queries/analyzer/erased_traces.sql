-- Of the given traces those that went with a deleted session, and those of which a part did.
WITH deleted AS
(
    SELECT session_id, trace_ids, shared_trace_ids, requested_at
    FROM session_deletions FINAL
    WHERE project = {project:String}
)
SELECT trace_id, min(is_shared) AS is_shared
FROM
(
    SELECT trace_id, toUInt8(0) AS is_shared
    FROM deleted ARRAY JOIN trace_ids AS trace_id
    WHERE trace_id IN {trace_ids:Array(String)}
    UNION ALL
    SELECT trace_id, toUInt8(1)
    FROM deleted ARRAY JOIN shared_trace_ids AS trace_id
    WHERE trace_id IN {trace_ids:Array(String)}
    UNION ALL
    SELECT session_traces.trace_id, toUInt8(0)
    FROM session_traces
    INNER JOIN deleted ON deleted.session_id = session_traces.session_id
    WHERE session_traces.project = {project:String}
        AND session_traces.session_id IN (SELECT session_id FROM deleted)
        AND session_traces.trace_id IN {trace_ids:Array(String)}
        AND session_traces.first_at < deleted.requested_at
)
GROUP BY trace_id
