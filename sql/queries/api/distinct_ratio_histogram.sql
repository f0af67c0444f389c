-- Ten bins; the last one includes 1.
SELECT
    least(toUInt8(intDiv(distinct_signatures * 10, calls)), 9) AS bin,
    count() AS turns
FROM turn_stats
WHERE
    @include ../turn_filter.sql
    AND calls > 0
GROUP BY bin
ORDER BY bin
