-- Incidents of the matching turns, the latest first.
SELECT *, -toUnixTimestamp64Milli(started_at) AS sort_value
FROM loops FINAL
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
    AND (empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind))
    AND (empty({severities:Array(String)}) OR has({severities:Array(String)}, severity))
    AND ({after_id:String} = '' OR (sort_value, loop_id) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, loop_id
LIMIT {limit:UInt32}
