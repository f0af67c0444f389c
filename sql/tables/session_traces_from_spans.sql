-- min and max do not mind a span that comes twice.
CREATE MATERIALIZED VIEW IF NOT EXISTS @define(session_traces_from_spans)
TO @local(session_traces)
AS SELECT
    project,
    session_id,
    trace_id,
    min(started_at) AS first_at,
    max(started_at) AS last_at,
    now64(6, 'UTC') AS stored_at
FROM @local(spans)
WHERE session_id != ''
GROUP BY project, session_id, trace_id
