-- The traces that some inserts touched, the earliest touch first.
SELECT
    trace_id,
    toString(max(touched_traces.touched_at)) AS touched_at,
    uniqExact(touched_traces.touched_at) AS touches
FROM touched_traces
WHERE project = {project:String} AND touched_traces.touched_at IN {blocks:Array(DateTime64(6, 'UTC'))}
GROUP BY trace_id
ORDER BY min(touched_traces.touched_at), trace_id
