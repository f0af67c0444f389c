-- Tools called in the matching turns: those first whose share of retries or of vain repeats is high, then the most repeated.
WITH totals AS
(
    @include tool_totals.sql
)
SELECT
    *,
    -- More than any count: the unhealthy stand before all others.
    -toInt64(retries + fruitless + if(greatest(retries, fruitless) >= {high_share:Float64} * calls, 1e15, 0)) AS sort_value
FROM totals
WHERE (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
    AND ({after_id:String} = '' OR (sort_value, tool) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, tool
LIMIT {limit:UInt32}
