-- Traces that hold calls of a tool, page by page, with the store's own time.
SELECT DISTINCT trace_id, toString(now64(6, 'UTC')) AS at
FROM tool_calls FINAL
WHERE project = {project:String} AND tool = {tool:String} AND trace_id > {after:String}
ORDER BY trace_id
LIMIT {limit:UInt32}
