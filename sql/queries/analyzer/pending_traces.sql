-- Traces with spans that the analyzer has not seen. A trace is pending again when its latest touch is newer than the one
-- resolved, or when a touch surfaced late behind it (two collectors commit in another order than they stamp).
WITH touched AS
(
    SELECT
        project,
        trace_id,
        max(touched_traces.touched_at) AS touched_at,
        uniqExact(touched_traces.touched_at) AS touches
    FROM touched_traces
    WHERE project = {project:String} AND touched_traces.touched_at >= {since:DateTime64(6, 'UTC')}
    GROUP BY project, trace_id
),
resolved AS
(
    SELECT trace_id, touched_at, touches
    FROM resolved_traces FINAL
    WHERE project = {project:String} AND trace_id IN (SELECT trace_id FROM touched)
)
SELECT
    touched.trace_id AS trace_id,
    toString(touched.touched_at) AS touched_at,
    touched.touches AS touches
FROM touched
LEFT JOIN resolved ON resolved.trace_id = touched.trace_id
WHERE touched.touched_at > resolved.touched_at OR touched.touches > resolved.touches
ORDER BY touched.touched_at, trace_id
LIMIT {limit:UInt32}
