SELECT max_attempts AS attempts, count() AS turns
FROM turn_stats
WHERE
    @include ../turn_filter.sql
    AND calls > 0
GROUP BY attempts
ORDER BY attempts
