SELECT *
FROM turn_stats
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts
        WHERE project = {project:String} AND session_id = {session_id:String}
    )
    AND session_id = {session_id:String}
ORDER BY started_at, turn_id
LIMIT {limit:UInt32}
