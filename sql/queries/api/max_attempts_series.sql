SELECT
    toStartOfInterval(turn_stats.started_at, toIntervalSecond({step_seconds:UInt32})) AS t,
    count() AS turns,
    quantileExact(0.5)(max_attempts) AS p50,
    quantileExact(0.95)(max_attempts) AS p95,
    quantileExact(0.99)(max_attempts) AS p99,
    max(max_attempts) AS max
FROM turn_stats
WHERE
    @include ../turn_filter.sql
    AND calls > 0
GROUP BY t
ORDER BY t
