-- Keys of the calls and loops that stand of these traces, so that what vanished can be written off.
SELECT 'tool_calls' AS table_name, turn_id, session_id, trace_id, span_id, call_index, loop_id, started_at, version
FROM tool_calls FINAL
WHERE project = {project:String} AND trace_id IN {trace_ids:Array(String)}
UNION ALL
SELECT 'loops', turn_id, session_id, trace_id, '', toUInt32(0), loop_id, started_at, version
FROM loops FINAL
WHERE project = {project:String} AND trace_id IN {trace_ids:Array(String)}
