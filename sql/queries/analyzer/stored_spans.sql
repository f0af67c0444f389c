-- How many rows there are of each trace, and when the store took the first of them: what is known of a trace is all of it, or is not.
SELECT trace_id, toUInt32(count()) AS spans, toString(min(spans.stored_at)) AS first_at
FROM spans
WHERE project = {project:String} AND trace_id IN {trace_ids:Array(String)}
GROUP BY trace_id
