-- All traces of the sessions that the given traces belong to, the newest first, so that a bound drops the oldest.
SELECT
    session_id,
    trace_id,
    min(session_traces.first_at) AS first_at,
    max(session_traces.last_at) AS last_at
FROM session_traces
WHERE project = {project:String}
    AND session_id IN
    (
        SELECT session_id
        FROM spans
        WHERE project = {project:String}
            AND trace_id IN {trace_ids:Array(String)}
            AND session_id != ''
    )
GROUP BY session_id, trace_id
ORDER BY last_at DESC, session_id, trace_id
LIMIT {limit:UInt32}
