-- Turns that stand and hold some of these traces. Rows of any version lead to them: of few traces by the index, of many by looking each
-- turn's traces up among them, because of hundreds at once an index passes every block, and comparing each with each takes its time.
SELECT turn_id, session_id, trace_id, trace_ids, started_at, version
FROM turn_verdicts FINAL
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts
        WHERE project = {project:String}
            AND length({trace_ids:Array(String)}) <= 16
            AND hasAny(trace_ids, {trace_ids:Array(String)})
        UNION ALL
        SELECT turn_id
        FROM turn_verdicts
        ARRAY JOIN trace_ids AS held
        WHERE project = {project:String}
            AND length({trace_ids:Array(String)}) > 16
            AND held IN {trace_ids:Array(String)}
    )
    AND hasAny(trace_ids, {trace_ids:Array(String)})
