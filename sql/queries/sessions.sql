-- Sessions with a matching turn, the latest seen first; totals are over the whole session.
SELECT *, -toUnixTimestamp64Milli(last_seen_at) AS sort_value
FROM session_stats
WHERE project = {project:String}
    AND session_id IN
    (
        SELECT session_id
        FROM turn_verdicts FINAL
        WHERE
            @include turn_filter.sql
    )
    AND ({after_id:String} = '' OR (sort_value, session_id) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, session_id
LIMIT {limit:UInt32}
