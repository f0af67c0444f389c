-- One row. Percentiles of max attempts and of the ratio are over turns with at least one call, exact, null without such.
WITH turns_in_range AS
(
    SELECT *
    FROM turn_stats
    WHERE
        @include turn_filter.sql
),
(
    SELECT (count(), uniqExact(turn_id), sumMap(map(toString(kind), toUInt64(1))))
    FROM loops FINAL
    WHERE project = {project:String}
        AND turn_id IN
        (
            SELECT turn_id
            FROM turn_verdicts FINAL
            WHERE
                @include turn_filter.sql
        )
) AS found_loops
SELECT
    count() AS turns,
    sum(turns_in_range.calls) AS calls,
    uniqExact(session_id) AS sessions,
    countIf(turns_in_range.calls > 0) AS turns_with_calls,
    if(turns_with_calls = 0, NULL, quantileExactIf(0.5)(max_attempts, turns_in_range.calls > 0)) AS max_attempts_p50,
    if(turns_with_calls = 0, NULL, quantileExactIf(0.95)(max_attempts, turns_in_range.calls > 0)) AS max_attempts_p95,
    if(turns_with_calls = 0, NULL, quantileExactIf(0.99)(max_attempts, turns_in_range.calls > 0)) AS max_attempts_p99,
    if(turns_with_calls = 0, NULL, maxIf(max_attempts, turns_in_range.calls > 0)) AS max_attempts_max,
    quantileExact(0.05)(distinct_ratio) AS distinct_ratio_p5,
    quantileExact(0.5)(distinct_ratio) AS distinct_ratio_p50,
    sum(turns_in_range.retries) AS retries,
    sum(turns_in_range.failed_identities) AS failed_identities,
    sum(turns_in_range.eventual_successes) AS eventual_successes,
    sum(turns_in_range.retry_tokens) AS retry_tokens,
    sum(turns_in_range.input_tokens + turns_in_range.output_tokens) AS tokens,
    sum(turns_in_range.retry_cost) AS retry_usd,
    sum(turns_in_range.cost) AS usd,
    found_loops.1 AS loops,
    found_loops.2 AS looping_turns,
    found_loops.3 AS loops_by_kind
FROM turns_in_range
