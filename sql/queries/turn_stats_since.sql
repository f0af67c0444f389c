-- Totals of the turns with news, each read by its id only. No FINAL where news is looked for: what was replaced since is
-- news as well. A write is a repeated side effect where an earlier one for the same purpose may have been made although
-- nothing was heard of it.
WITH fresh AS
(
    SELECT turn_id
    FROM turn_verdicts
    WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
    GROUP BY turn_id
    ORDER BY max(stored_at)
    LIMIT {limit:UInt32} WITH TIES
),
writes AS
(
    SELECT
        turn_id,
        countIf(outcome = 'error' AND error_class IN ('timeout', 'connection')) OVER
        (
            PARTITION BY turn_id, tool, identity
            ORDER BY seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS unheard_before
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND turn_id IN (SELECT turn_id FROM fresh)
        AND effect IN ('write', 'destructive')
        AND identity != ''
),
repeats AS
(
    SELECT turn_id, countIf(unheard_before > 0) AS side_effect_repeats
    FROM writes
    GROUP BY turn_id
)
SELECT
    stats.*,
    repeats.side_effect_repeats AS side_effect_repeats,
    toUnixTimestamp64Micro(stats.stored_at) AS stored_us
FROM
(
    SELECT *
    FROM turn_stats
    WHERE project = {project:String} AND turn_id IN (SELECT turn_id FROM fresh)
) AS stats
LEFT JOIN repeats ON repeats.turn_id = stats.turn_id
ORDER BY stored_us
