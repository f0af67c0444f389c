-- Deletions of which something has arrived or was written since: spans, and what the analyzer and the alerts make of them.
WITH
deleted AS
(
    SELECT session_id, max(requested_at) AS requested_at, groupUniqArrayArray(arrayConcat(trace_ids, shared_trace_ids)) AS traces
    FROM session_deletions FINAL
    WHERE project = {project:String}
    GROUP BY session_id
),
late AS
(
    SELECT session_id
    FROM deleted
    ARRAY JOIN traces AS trace_id
    WHERE trace_id IN
        (
            SELECT trace_id
            FROM touched_traces
            WHERE project = {project:String} AND touched_at >= now64(6, 'UTC') - toIntervalSecond({back:UInt32})
        )
    UNION DISTINCT
    SELECT session_traces.session_id
    FROM session_traces
    INNER JOIN deleted ON deleted.session_id = session_traces.session_id
    WHERE session_traces.project = {project:String}
        AND session_traces.session_id IN (SELECT session_id FROM deleted)
        AND session_traces.first_at < deleted.requested_at
    UNION DISTINCT
    SELECT session_id
    FROM alert_states FINAL
    WHERE project = {project:String}
        AND session_id IN (SELECT session_id FROM deleted)
        AND state NOT IN ('pending', 'firing')
)
SELECT * FROM session_deletions FINAL
WHERE project = {project:String}
    AND (session_id IN (SELECT session_id FROM late) OR state = 'begun')
ORDER BY requested_at DESC
LIMIT 1 BY session_id
LIMIT {limit:UInt32}
