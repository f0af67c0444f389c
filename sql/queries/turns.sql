-- The page is found on the narrow columns; only its rows are read whole.
WITH matching AS
(
    SELECT
        turn_id,
        multiIf(
            {sort:String} = 'max_attempts', toInt64(max_attempts),
            {sort:String} = 'started_at', toUnixTimestamp64Milli(started_at),
            {sort:String} = 'calls', toInt64(calls),
            -- A turn without calls has no ratio: it comes last in both directions.
            {sort:String} = 'distinct_ratio', toInt64(round(ifNull(distinct_ratio, if({descending:UInt8} = 1, -1, 2)) * 1e9)),
            {sort:String} = 'duration_ms', toInt64(round(greatest(least(duration_ms, 1e12), -1e12) * 1e3)),
            {sort:String} = 'cost', toInt64(round(greatest(least(cost, 1e6), 0) * 1e9)),
            toInt64(errors)
        ) AS ascending_value,
        if({descending:UInt8} = 1, -ascending_value, ascending_value) AS sort_value
    FROM turn_stats
    WHERE
        @include turn_filter.sql
        AND (empty({loops:Array(String)}) OR hasAny(loop_kinds, {loops:Array(String)}))
        AND max_attempts >= {min_attempts:UInt32}
        AND max_attempts <= {max_attempts:UInt32}
        -- Without a bound, turns without a ratio stay in.
        AND (({min_ratio:Float64} <= 0 AND {max_ratio:Float64} >= 1)
            OR (distinct_ratio >= {min_ratio:Float64} AND distinct_ratio <= {max_ratio:Float64}))
)
SELECT turn_stats.*, page.sort_value AS sort_value
FROM turn_stats
INNER JOIN
(
    SELECT turn_id, sort_value
    FROM matching
    WHERE {after_id:String} = ''
        OR (sort_value, turn_id) > ({after_value:Int64}, {after_id:String})
    ORDER BY sort_value, turn_id
    LIMIT {limit:UInt32}
) AS page ON page.turn_id = turn_stats.turn_id
WHERE project = {project:String}
ORDER BY sort_value, turn_id
