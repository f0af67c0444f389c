-- Which sessions a page shows: those with a matching turn, ordered by what all their turns add up to. The turns are read once.
SELECT
    session_id,
    multiIf(
        {sort:String} = 'max_attempts', toInt64(max(max_attempts)),
        {sort:String} = 'calls', toInt64(sum(calls)),
        {sort:String} = 'turns', toInt64(count()),
        {sort:String} = 'errors', toInt64(sum(errors)),
        {sort:String} = 'cost', toInt64(round(greatest(least(sum(cost), 1e6), 0) * 1e9)),
        toUnixTimestamp64Milli(max(started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12)))))
    ) * if({descending:UInt8} = 1, -1, 1) AS sort_value
FROM turn_verdicts FINAL
WHERE project = {project:String}
    AND (empty({sessions:Array(String)}) OR has({sessions:Array(String)}, session_id))
GROUP BY session_id
HAVING countIf(
        @include turn_filter.sql
    ) > 0
    AND ({after_id:String} = '' OR (sort_value, session_id) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, session_id
LIMIT {limit:UInt32}
