-- The page is found on the narrow columns; only its turns are read whole.
WITH page AS
(
    SELECT turn_id,
        @include turn_sort.sql
        AS sort_value
    FROM turn_stats
    WHERE
        @include turn_filter.sql
        AND (empty({loops:Array(String)}) OR hasAny(loop_kinds, {loops:Array(String)}))
        AND max_attempts >= {min_attempts:UInt32}
        AND max_attempts <= {max_attempts:UInt32}
        -- Without a bound, turns without a ratio stay in.
        AND (({min_ratio:Float64} <= 0 AND {max_ratio:Float64} >= 1)
            OR (distinct_ratio >= {min_ratio:Float64} AND distinct_ratio <= {max_ratio:Float64}))
        AND (empty({identities:Array(String)}) OR turn_id IN
        (
            SELECT turn_id
            FROM tool_calls FINAL
            WHERE project = {project:String}
                AND (has({identities:Array(String)}, identity) OR has({identities:Array(String)}, signature))
        ))
        AND ({after_id:String} = '' OR (sort_value, turn_id) > ({after_value:Int64}, {after_id:String}))
    ORDER BY sort_value, turn_id
    LIMIT {limit:UInt32}
)
SELECT *,
    @include turn_sort.sql
    AS sort_value
FROM turn_stats
WHERE project = {project:String} AND turn_id IN (SELECT turn_id FROM page)
ORDER BY sort_value, turn_id
