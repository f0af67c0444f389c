-- Sessions with a matching turn, in the order of `sort`; totals are over the whole session. The page is found on the
-- turns alone; only its sessions are added up.
WITH page AS
(
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
SELECT *
FROM
(
    SELECT *
    FROM session_stats
    WHERE project = {project:String} AND session_id IN (SELECT session_id FROM page)
) AS stats
INNER JOIN page USING (session_id)
ORDER BY sort_value, session_id
