-- One row per tool and signature: how often the very same call was made, and how it went.
CREATE OR REPLACE VIEW @view(signature_stats) AS
SELECT
    project,
    tool,
    signature,
    any(identity) AS identity,
    count() AS calls,
    uniqExact(turn_id) AS turns,
    uniqExact(session_id) AS sessions,
    countIf(outcome = 'error') AS errors,
    countIf(result_kind = 'empty') AS empties,
    uniqExactIf(result_fingerprint, result_fingerprint != '') AS distinct_results,
    max(attempt) AS max_attempts,
    min(tool_calls.started_at) AS first_at,
    max(tool_calls.started_at) AS last_at
FROM tool_calls FINAL
WHERE signature != ''
GROUP BY project, tool, signature
