SELECT
    tool,
    count() AS calls,
    uniqExact(sipHash64(turn_id)) AS turns,
    countIf(outcome = 'error') AS errors,
    countIf(error_family = 'transport') AS transport_errors,
    countIf(error_family = 'semantic') AS semantic_errors,
    countIf(result_kind = 'empty') AS empties,
    countIf(retry != '') AS retries,
    -- Asked again in a loop and no wiser for it, though nothing failed that was tried before.
    countIf(loop_id != '' AND retry = '' AND (result_kind = 'empty' OR error_family = 'semantic')) AS fruitless,
    -- One identity in one turn is one purpose: it failed, and then it did or did not succeed.
    uniqExactIf(sipHash64(turn_id, identity), outcome = 'error' AND identity != '') AS failed_identities,
    uniqExactIf(sipHash64(turn_id, identity), retry != '' AND eventual_success = 1) AS eventual_successes,
    sumIf(input_tokens + output_tokens, retry != '') AS retry_tokens,
    max(attempt) AS max_attempts,
    uniqExactIf(sipHash64(loop_id), loop_id != '') AS loops,
    argMax(identity_fields, start_ns) AS last_identity_fields
FROM tool_calls FINAL
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
GROUP BY tool
