-- What came in and what was not taken, second by second of the store's clock; the latest first.
SELECT
    intDiv(toUnixTimestamp64Milli(at), 1000) * 1000 + 1000 AS at_ms,
    sum(touched) AS touches,
    sum(refused) AS rejected_spans
FROM
(
    SELECT toDateTime64(touched_traces.touched_at, 3, 'UTC') AS at, 1 AS touched, 0 AS refused
    FROM touched_traces
    WHERE project = {project:String}
        AND touched_traces.touched_at >= {from:DateTime64(3, 'UTC')}
        AND touched_traces.touched_at < {to:DateTime64(3, 'UTC')}
    UNION ALL
    SELECT rejected_at AS at, 0 AS touched, 1 AS refused
    FROM rejected_spans
    WHERE project = {project:String}
        AND rejected_at >= {from:DateTime64(3, 'UTC')}
        AND rejected_at < {to:DateTime64(3, 'UTC')}
)
GROUP BY at_ms
ORDER BY at_ms DESC
LIMIT {limit:UInt32}
