-- When the span began that is the nth of these traces in order of start.
SELECT toString(start_ns) AS start_ns
FROM spans
WHERE project = {project:String} AND trace_id IN {trace_ids:Array(String)}
ORDER BY start_ns
LIMIT 1 OFFSET {place:UInt32}
