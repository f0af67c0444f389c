-- What the store itself can say of ingestion: what was not taken, what waits for the analyzer, and when anything came last.
SELECT
    (
        SELECT count()
        FROM rejected_spans
        WHERE project = {project:String}
            AND stored_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
            AND stored_at <= fromUnixTimestamp64Micro({until:Int64}, 'UTC')
    ) AS rejected_spans,
    (
        SELECT count()
        FROM touched_traces
        WHERE project = {project:String}
            AND touched_traces.touched_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
            AND touched_traces.touched_at <= fromUnixTimestamp64Micro({until:Int64}, 'UTC')
    ) AS touches,
    (
        SELECT if(count() = 0, NULL, dateDiff('millisecond', max(touched_traces.touched_at), now64(6, 'UTC')) / 1000)
        FROM touched_traces
        WHERE project = {project:String}
    ) AS seconds_since_span,
    (
        SELECT if(count() = 0, 0, dateDiff('millisecond', min(waiting.touched_at), now64(6, 'UTC')) / 1000)
        FROM
        (
            SELECT trace_id, max(touched_traces.touched_at) AS touched_at
            FROM touched_traces
            WHERE project = {project:String}
                AND touched_traces.touched_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
            GROUP BY trace_id
        ) AS waiting
        LEFT JOIN
        (
            SELECT trace_id, resolved_traces.touched_at AS touched_at
            FROM resolved_traces FINAL
            WHERE project = {project:String}
                AND resolved_traces.touched_at > fromUnixTimestamp64Micro({after:Int64}, 'UTC')
        ) AS resolved ON resolved.trace_id = waiting.trace_id
        WHERE waiting.touched_at > resolved.touched_at
    ) AS analyzer_lag_seconds
