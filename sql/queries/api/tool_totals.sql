-- Tools called in the matching turns, from what each verdict says of its tools: no calls are read.
SELECT
    tool,
    sum(its_calls) AS calls,
    count() AS turns,
    sum(its_errors) AS errors,
    sum(its_transport_errors) AS transport_errors,
    sum(its_semantic_errors) AS semantic_errors,
    sum(its_empties) AS empties,
    sum(its_retries) AS retries,
    sum(its_fruitless) AS fruitless,
    sum(its_failed_identities) AS failed_identities,
    sum(its_eventual_successes) AS eventual_successes,
    sum(its_retry_tokens) AS retry_tokens,
    max(its_max_attempts) AS max_attempts,
    sum(its_loops) AS loops,
    argMax(its_identity_fields, matching.started_at) AS last_identity_fields
FROM
(
    SELECT started_at, tool_totals
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
) AS matching
ARRAY JOIN
    tool_totals.tool AS tool,
    tool_totals.calls AS its_calls,
    tool_totals.errors AS its_errors,
    tool_totals.transport_errors AS its_transport_errors,
    tool_totals.semantic_errors AS its_semantic_errors,
    tool_totals.empties AS its_empties,
    tool_totals.retries AS its_retries,
    tool_totals.fruitless AS its_fruitless,
    tool_totals.failed_identities AS its_failed_identities,
    tool_totals.eventual_successes AS its_eventual_successes,
    tool_totals.retry_tokens AS its_retry_tokens,
    tool_totals.max_attempts AS its_max_attempts,
    tool_totals.loops AS its_loops,
    tool_totals.identity_fields AS its_identity_fields
GROUP BY tool
