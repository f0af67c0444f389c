-- Sessions with a matching turn, the latest seen first; totals are over the whole session. The page is found on the
-- turns alone; only its sessions are added up.
WITH page AS
(
    SELECT
        session_id,
        -toUnixTimestamp64Milli(max(started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12))))) AS sort_value
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND session_id IN
        (
            SELECT session_id
            FROM turn_verdicts FINAL
            WHERE
                @include turn_filter.sql
        )
    GROUP BY session_id
    HAVING {after_id:String} = '' OR (sort_value, session_id) > ({after_value:Int64}, {after_id:String})
    ORDER BY sort_value, session_id
    LIMIT {limit:UInt32}
)
SELECT *, -toUnixTimestamp64Milli(last_seen_at) AS sort_value
FROM session_stats
WHERE project = {project:String} AND session_id IN (SELECT session_id FROM page)
ORDER BY sort_value, session_id
