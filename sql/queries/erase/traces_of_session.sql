-- Traces of a session: those whose spans name it and began before `before`, those of its turns, and those that are known.
-- A trace that holds a turn of another session is shared.
WITH
named AS
(
    SELECT trace_id
    FROM session_traces
    WHERE project = {project:String} AND session_id = {session_id:String}
    GROUP BY trace_id
    HAVING min(first_at) < {before:DateTime64(3, 'UTC')}
),
held AS
(
    SELECT arrayJoin(trace_ids) AS trace_id
    FROM turn_verdicts
    WHERE project = {project:String}
        AND session_id = {session_id:String}
        AND started_at < {before:DateTime64(3, 'UTC')}
),
own AS
(
    SELECT trace_id FROM named
    UNION DISTINCT
    SELECT trace_id FROM held
    UNION DISTINCT
    SELECT arrayJoin({trace_ids:Array(String)}) AS trace_id
),
others AS
(
    SELECT DISTINCT arrayJoin(trace_ids) AS trace_id
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND session_id != {session_id:String}
        AND hasAny(trace_ids, (SELECT groupArray(trace_id) FROM own))
)
SELECT trace_id, toUInt8(trace_id IN (SELECT trace_id FROM others)) AS is_shared
FROM own
ORDER BY trace_id
