-- One row per tool and day of the call (UTC). All columns but the ratios add up over days; turns of one day count once.
CREATE OR REPLACE VIEW @view(tool_stats) AS
SELECT
    project,
    tool,
    toDate(started_at) AS day,
    count() AS calls,
    uniqExact(sipHash64(turn_id)) AS turns,
    countIf(outcome = 'error') AS errors,
    countIf(error_family = 'transport') AS transport_errors,
    countIf(error_family = 'semantic') AS semantic_errors,
    countIf(result_kind = 'empty') AS empties,
    countIf(retry != '') AS retries,
    countIf(loop_id != '' AND retry = '' AND (result_kind = 'empty' OR error_family = 'semantic')) AS fruitless,
    retries / calls AS retry_rate,
    uniqExactIf(sipHash64(turn_id, identity), outcome = 'error' AND identity != '') AS failed_identities,
    uniqExactIf(sipHash64(turn_id, identity), retry != '' AND eventual_success = 1) AS eventual_successes,
    sumIf(input_tokens + output_tokens, retry != '') AS retry_tokens,
    sumIf(cost, retry != '') AS retry_cost,
    max(attempt) AS max_attempts,
    uniqExactIf(sipHash64(loop_id), loop_id != '') AS loops,
    quantileExact(0.5)(duration_ms) AS duration_ms_p50,
    quantileExact(0.99)(duration_ms) AS duration_ms_p99
FROM tool_calls FINAL
GROUP BY project, tool, day
