-- Keys of what stands resolved for these traces and sessions, so that what vanished can be written off. Each condition
-- stands alone, so that each finds its index.
WITH turns AS
(
    SELECT turn_id, session_id, trace_id, trace_ids, started_at, version
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND hasAny(trace_ids, {trace_ids:Array(String)})
    UNION DISTINCT
    SELECT turn_id, session_id, trace_id, trace_ids, started_at, version
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND session_id IN {session_ids:Array(String)}
),
traces AS
(
    SELECT arrayJoin({trace_ids:Array(String)}) AS trace_id
    UNION DISTINCT
    SELECT arrayJoin(trace_ids) FROM turns
)
SELECT
    'turn_verdicts' AS table_name,
    turn_id,
    session_id,
    trace_id,
    '' AS span_id,
    toUInt32(0) AS call_index,
    '' AS loop_id,
    started_at,
    version
FROM turns
UNION ALL
SELECT 'tool_calls', turn_id, session_id, trace_id, span_id, call_index, loop_id, started_at, version
FROM tool_calls FINAL
WHERE project = {project:String} AND trace_id IN (SELECT trace_id FROM traces)
UNION ALL
SELECT 'loops', turn_id, session_id, trace_id, '', toUInt32(0), loop_id, started_at, version
FROM loops FINAL
WHERE project = {project:String} AND trace_id IN (SELECT trace_id FROM traces)
