-- What a cap per attempt key would have saved of one turn. The attempt that exceeds the cap is still made and ends the
-- turn: what comes after it is saved. A write counts as a side effect unless it was refused; after a timeout or a lost
-- connection it may well have been made.
WITH calls AS
(
    SELECT *
    FROM tool_calls FINAL
    WHERE project = {project:String}
        -- The table is ordered by them.
        AND trace_id IN
        (
            SELECT arrayJoin(trace_ids)
            FROM turn_verdicts FINAL
            WHERE project = {project:String} AND turn_id = {turn_id:String}
        )
        AND turn_id = {turn_id:String}
),
stops AS
(
    SELECT toUInt32(attempt - 1) AS cap, min(seq) AS stop
    FROM calls
    WHERE attempt BETWEEN 2 AND 11
    GROUP BY attempt
)
SELECT
    stops.cap AS cap,
    countIf(calls.seq > stops.stop) AS calls,
    sumIf(calls.duration_ms + calls.model_ms, calls.seq > stops.stop) AS ms,
    sumIf(calls.input_tokens, calls.seq > stops.stop) AS input_tokens,
    sumIf(calls.output_tokens, calls.seq > stops.stop) AS output_tokens,
    sumIf(calls.cost, calls.seq > stops.stop) AS cost,
    countIf(
        calls.seq > stops.stop
        AND calls.effect IN ('write', 'destructive')
        AND (calls.outcome != 'error' OR calls.error_class IN ('timeout', 'connection'))
    ) AS side_effects
FROM stops
CROSS JOIN calls
GROUP BY cap
ORDER BY cap
