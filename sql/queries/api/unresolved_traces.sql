-- Traces with spans that the analyzer has not seen yet.
SELECT count() AS traces
FROM
(
    SELECT trace_id, max(touched_at) AS touched_at
    FROM touched_traces
    WHERE project = {project:String}
    GROUP BY trace_id
) AS touched
LEFT JOIN
(
    SELECT trace_id, max(touched_at) AS touched_at
    FROM resolved_traces
    WHERE project = {project:String}
    GROUP BY trace_id
) AS resolved ON resolved.trace_id = touched.trace_id
WHERE resolved.touched_at < touched.touched_at
