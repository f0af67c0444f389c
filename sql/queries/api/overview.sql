-- One row. Percentiles of max attempts and of the ratio are over turns with at least one call, exact, null without such.
-- The turns are read once; those that loop are handed on by id.
WITH
(
    SELECT tuple(
        count(),
        sum(matching.calls),
        uniqExact(sipHash64(session_id)),
        countIf(matching.calls > 0),
        quantilesExactIf(0.5, 0.95, 0.99)(max_attempts, matching.calls > 0),
        maxIf(max_attempts, matching.calls > 0),
        quantilesExactIf(0.05, 0.5)(distinct_signatures / matching.calls, matching.calls > 0),
        sum(retries),
        sum(failed_identities),
        sum(eventual_successes),
        sum(retry_tokens),
        sum(input_tokens + output_tokens),
        sum(retry_cost),
        sum(cost),
        groupArrayIf(turn_id, notEmpty(loop_kinds)),
        countIf(has(marks, 'missing_arguments')),
        sumMapIf(map(toString(stop_reason), toUInt64(1)), stop_reason != ''),
        countIf(verdict = 'loop'))
    FROM turn_verdicts AS matching FINAL
    WHERE
        @include ../turn_filter.sql
) AS totals
SELECT
    totals.1 AS turns,
    totals.2 AS calls,
    totals.3 AS sessions,
    totals.4 AS turns_with_calls,
    if(turns_with_calls = 0, NULL, totals.5[1]) AS max_attempts_p50,
    if(turns_with_calls = 0, NULL, totals.5[2]) AS max_attempts_p95,
    if(turns_with_calls = 0, NULL, totals.5[3]) AS max_attempts_p99,
    if(turns_with_calls = 0, NULL, totals.6) AS max_attempts_max,
    if(turns_with_calls = 0, NULL, totals.7[1]) AS distinct_ratio_p5,
    if(turns_with_calls = 0, NULL, totals.7[2]) AS distinct_ratio_p50,
    totals.8 AS retries,
    totals.9 AS failed_identities,
    totals.10 AS eventual_successes,
    totals.11 AS retry_tokens,
    totals.12 AS tokens,
    totals.13 AS retry_usd,
    totals.14 AS usd,
    totals.16 AS blind_turns,
    totals.17 AS stop_reasons,
    totals.18 AS looping_turns,
    count() AS loops,
    sumMap(map(toString(kind), toUInt64(1))) AS loops_by_kind
FROM loops FINAL
WHERE project = {project:String} AND turn_id IN (SELECT arrayJoin(totals.15))
