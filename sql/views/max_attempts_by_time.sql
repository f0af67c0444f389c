-- Percentiles of max attempts per turn in steps of five minutes, over turns with at least one call. A step without such
-- turns has no row.
CREATE OR REPLACE VIEW @view(max_attempts_by_time) AS
SELECT
    project,
    toStartOfInterval(turn_stats.started_at, toIntervalMinute(5)) AS t,
    count() AS turns,
    quantileExact(0.5)(turn_stats.max_attempts) AS p50,
    quantileExact(0.95)(turn_stats.max_attempts) AS p95,
    quantileExact(0.99)(turn_stats.max_attempts) AS p99,
    max(turn_stats.max_attempts) AS max
FROM turn_stats
WHERE turn_stats.calls > 0
GROUP BY project, t
