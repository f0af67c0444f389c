-- Totals of the turns resolved since. A write is a repeated side effect where an earlier one for the same purpose may have
-- been made although nothing was heard of it.
WITH fresh AS
(
    SELECT turn_id
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
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
    turn_stats.*,
    repeats.side_effect_repeats AS side_effect_repeats,
    toUnixTimestamp64Micro(turn_stats.stored_at) AS stored_us
FROM turn_stats
LEFT JOIN repeats ON repeats.turn_id = turn_stats.turn_id
WHERE project = {project:String} AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
ORDER BY stored_us
LIMIT {limit:UInt32} WITH TIES
