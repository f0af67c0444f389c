-- As the view session_stats, of some sessions: their turns are found by the index of sessions, then read by their own key.
SELECT
    toUnixTimestamp64Micro(max(verdicts.stored_at)) AS stored_us,
    @include ../session_columns.sql
FROM
(
    SELECT *, stored_at
    FROM turn_verdicts FINAL
    WHERE project = {project:String}
        AND turn_id IN
        (
            SELECT turn_id
            FROM turn_verdicts
            WHERE project = {project:String} AND session_id IN {ids:Array(String)}
        )
) AS verdicts
WHERE session_id IN {ids:Array(String)}
GROUP BY project, session_id
