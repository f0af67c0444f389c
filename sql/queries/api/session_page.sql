-- Which sessions a page shows: those with a matching turn, ordered by what all their turns add up to. The turns are read
-- once; nested, the branches that are not asked for are dropped.
SELECT
    session_id,
    if({sort:String} = 'max_attempts', toInt64(max(max_attempts)),
        if({sort:String} = 'calls', toInt64(sum(calls)),
        if({sort:String} = 'turns', toInt64(count()),
        if({sort:String} = 'errors', toInt64(sum(errors)),
        if({sort:String} = 'cost', toInt64(round(greatest(least(sum(cost), 1e6), 0) * 1e9)),
        max(toUnixTimestamp64Milli(started_at) + toInt64(least(greatest(duration_ms, 0), 1e12)))
        ))))) * if({descending:UInt8} = 1, -1, 1) AS sort_value
FROM turn_verdicts FINAL
WHERE project = {project:String}
    AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
GROUP BY session_id
HAVING max(
        @include ../turn_filter.sql
    ) = 1
    AND ({after_id:String} = '' OR (sort_value, session_id) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, session_id
LIMIT {limit:UInt32}
