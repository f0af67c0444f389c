SELECT
    toStartOfInterval(loops.started_at, toIntervalSecond({step_seconds:UInt32})) AS t,
    sumMap(map(toString(kind), toUInt64(1))) AS by_kind
FROM loops FINAL
WHERE project = {project:String}
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
GROUP BY t
ORDER BY t
