-- What a cap per attempt key would have saved over the matching turns, one row for each cap that something exceeds. As in
-- turn_savings: the attempt that exceeds the cap is still made, and what comes after it is saved.
WITH matching AS
(
    SELECT turn_id, verdict
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
),
member_calls AS
(
    SELECT turn_id, seq, attempt, duration_ms + model_ms AS ms, input_tokens, output_tokens, cost,
        effect IN ('write', 'destructive')
            AND (outcome != 'error' OR error_class IN ('timeout', 'connection')) AS is_side_effect
    FROM tool_calls FINAL
    WHERE project = {project:String} AND turn_id IN (SELECT turn_id FROM matching)
),
stops AS
(
    SELECT turn_id, toUInt32(attempt - 1) AS cap, min(seq) AS stop
    FROM member_calls
    WHERE attempt BETWEEN 2 AND 11
    GROUP BY turn_id, attempt
),
of_turns AS
(
    SELECT
        stops.turn_id AS turn_id,
        stops.cap AS cap,
        countIf(member_calls.seq > stops.stop) AS calls,
        sumIf(member_calls.ms, member_calls.seq > stops.stop) AS ms,
        sumIf(member_calls.input_tokens, member_calls.seq > stops.stop) AS input_tokens,
        sumIf(member_calls.output_tokens, member_calls.seq > stops.stop) AS output_tokens,
        sumIf(member_calls.cost, member_calls.seq > stops.stop) AS cost,
        countIf(member_calls.seq > stops.stop AND member_calls.is_side_effect) AS side_effects
    FROM stops
    INNER JOIN member_calls ON member_calls.turn_id = stops.turn_id
    GROUP BY turn_id, cap
)
SELECT
    of_turns.cap AS cap,
    sum(of_turns.calls) AS calls,
    sum(of_turns.ms) AS ms,
    sum(of_turns.input_tokens) AS input_tokens,
    sum(of_turns.output_tokens) AS output_tokens,
    sum(of_turns.cost) AS cost,
    sum(of_turns.side_effects) AS side_effects,
    count() AS turns_cut,
    countIf(matching.verdict = 'healthy') AS healthy_turns_cut
FROM of_turns
INNER JOIN matching ON matching.turn_id = of_turns.turn_id
GROUP BY cap
ORDER BY cap
