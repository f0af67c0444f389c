-- One row per kind of loop, tool and day (UTC) on which it began: how many, how far spread, what they cost.
CREATE OR REPLACE VIEW @view(loop_stats) AS
SELECT
    project,
    kind,
    tool,
    toDate(started_at) AS day,
    count() AS loops,
    countIf(severity = 'alert') AS alerts,
    uniqExact(turn_id) AS turns,
    uniqExact(session_id) AS sessions,
    sum(length(loops.calls)) AS calls,
    max(length(loops.calls)) AS longest,
    sum(cost_ms) AS cost_ms,
    sum(cost_input_tokens) AS cost_input_tokens,
    sum(cost_output_tokens) AS cost_output_tokens,
    sum(cost_usd) AS cost_usd,
    sum(side_effects) AS side_effects
FROM loops FINAL
GROUP BY project, kind, tool, day
