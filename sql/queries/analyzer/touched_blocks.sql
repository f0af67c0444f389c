-- The inserts that touched traces, oldest first, and how many traces each: all that one insert touches bears one time.
SELECT toString(touched_traces.touched_at) AS touched_at, count() AS traces
FROM touched_traces
WHERE project = {project:String} AND touched_traces.touched_at >= {since:DateTime64(6, 'UTC')}
GROUP BY touched_traces.touched_at
ORDER BY touched_traces.touched_at
