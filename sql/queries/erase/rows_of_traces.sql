-- What stands of a session in its traces: turns, spans of theirs in traces that are others' as well, alerts that have ended.
WITH
turns AS
(
    SELECT DISTINCT turn_id
    FROM turn_verdicts
    WHERE project = {project:String}
        AND hasAny(trace_ids, arrayConcat({traces:Array(String)}, {shared:Array(String)}))
        AND (session_id = {session_id:String} OR hasAll({traces:Array(String)}, trace_ids))
)
SELECT
    (SELECT groupArray(turn_id) FROM turns) AS turns,
    (
        SELECT groupUniqArrayArray(arrayPushBack(folded_spans, span_id))
        FROM tool_calls
        WHERE project = {project:String}
            AND notEmpty({shared:Array(String)})
            AND turn_id IN (SELECT turn_id FROM turns)
    ) AS spans,
    (
        SELECT toString(uniqExact(trace_id, span_id))
        FROM spans
        WHERE project = {project:String} AND trace_id IN {traces:Array(String)}
    ) AS stored_spans,
    (
        SELECT groupArray(alert_id)
        FROM alert_states FINAL
        WHERE project = {project:String}
            AND state NOT IN ('pending', 'firing')
            AND
            (
                (scope = 'session' AND subject = {session_id:String})
                OR (scope = 'turn' AND subject IN (SELECT turn_id FROM turns))
            )
    ) AS alerts
