-- Turns and their traces, page by page, the oldest first.
SELECT turn_id, session_id, trace_ids, toUnixTimestamp64Milli(started_at) AS sort_value
FROM turn_verdicts FINAL
WHERE
    @include ../turn_filter.sql
    AND ({after_id:String} = '' OR (sort_value, turn_id) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, turn_id
LIMIT {limit:UInt32}
