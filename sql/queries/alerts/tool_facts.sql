-- One row per tool over the calls that arrived in a window.
SELECT
    tool,
    count() AS tool_calls,
    uniqExact(turn_id) AS turns,
    countIf(outcome = 'error') AS errors,
    errors / tool_calls AS error_rate,
    countIf(result_kind = 'empty') / tool_calls AS empty_rate,
    countIf(retry != '') AS retries,
    retries / tool_calls AS retry_rate,
    uniqExactIf((turn_id, identity), outcome = 'error' AND identity != '') AS failed,
    if(failed = 0, NULL, uniqExactIf((turn_id, identity), retry != '' AND eventual_success = 1) / failed) AS eventual_success_rate,
    if(errors = 0, NULL, countIf(error_family = 'transport') / errors) AS transport_share,
    if(errors = 0, NULL, countIf(error_family = 'semantic') / errors) AS semantic_share,
    sumIf(input_tokens + output_tokens, retry != '') AS retry_tokens,
    sumIf(cost, retry != '') AS retry_cost,
    max(attempt) AS max_attempts,
    uniqExactIf(loop_id, loop_id != '') AS loops,
    quantileExact(0.95)(duration_ms) AS duration_p95_ms
FROM tool_calls FINAL
WHERE
    @include arrival_filter.sql
    AND (empty({tools:Array(String)}) OR has({tools:Array(String)}, tool))
    AND ({after_id:String} = '' OR tool > {after_id:String})
GROUP BY tool
ORDER BY tool
LIMIT {limit:UInt32}
