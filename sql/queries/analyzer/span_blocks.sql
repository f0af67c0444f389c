-- The inserts that brought spans of these traces since, and how many spans each: all that one insert brings bears one time.
SELECT trace_id, toString(spans.stored_at) AS stored_at, count() AS spans
FROM spans
WHERE project = {project:String}
    AND trace_id IN {trace_ids:Array(String)}
    AND spans.stored_at >= {since:DateTime64(6, 'UTC')}
GROUP BY trace_id, spans.stored_at
