-- Decisions of guards in the matching turns, the latest first.
SELECT
    *,
    concat(trace_id, ' ', span_id, ' ', toString(position)) AS id,
    -toUnixTimestamp64Milli(decided_at) AS sort_value
FROM guard_decisions FINAL
WHERE project = {project:String}
    AND (empty({decisions:Array(String)}) OR has({decisions:Array(String)}, decision))
    AND (empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind))
    AND (empty({turns:Array(String)}) OR has({turns:Array(String)}, turn_id))
    AND ({after_id:String} = '' OR (sort_value, id) > ({after_value:Int64}, {after_id:String}))
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
ORDER BY sort_value, id
LIMIT {limit:UInt32}
