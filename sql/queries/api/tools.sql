-- Tools called in the matching turns, the most retried first.
WITH totals AS
(
    @include tool_totals.sql
)
SELECT *, -toInt64(retries) AS sort_value
FROM totals
WHERE (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
    AND ({after_id:String} = '' OR (sort_value, tool) > ({after_value:Int64}, {after_id:String}))
ORDER BY sort_value, tool
LIMIT {limit:UInt32}
