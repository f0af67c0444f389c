-- What guards saved in the matching turns, by the rule of the first stop of each turn. In a watched turn, whose guard only records, every call after
-- that stop was made and told of as one that would have been refused: those are the turn's last ones, so what they took is known.
WITH matching AS
(
    SELECT turn_id
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
),
stopped AS
(
    SELECT
        turn_id,
        argMin(toString(kind), (decided_at, position)) AS rule,
        argMin(enforced, (decided_at, position)) = 0 AS is_watched,
        max(saved_calls) AS saved_calls
    FROM guard_decisions FINAL
    WHERE project = {project:String}
        AND decision IN ('stop', 'refuse')
        AND turn_id IN (SELECT turn_id FROM matching)
    GROUP BY turn_id
),
watched_calls AS
(
    SELECT turn_id, seq, attempt, duration_ms + model_ms AS ms, input_tokens, output_tokens, cost
    FROM tool_calls FINAL
    WHERE project = {project:String} AND turn_id IN (SELECT turn_id FROM stopped WHERE is_watched)
),
ends AS
(
    SELECT turn_id, max(seq) AS last_seq, minIf(seq, attempt > {cap:UInt32}) AS cap_seq, countIf(attempt > {cap:UInt32}) > 0 AS is_capped
    FROM watched_calls
    GROUP BY turn_id
),
watched AS
(
    SELECT
        watched_calls.turn_id AS turn_id,
        countIf(ends.is_capped AND watched_calls.seq > ends.cap_seq) AS predicted_calls,
        sumIf(watched_calls.ms, watched_calls.seq > ends.last_seq - stopped.saved_calls) AS ms,
        sumIf(watched_calls.input_tokens, watched_calls.seq > ends.last_seq - stopped.saved_calls) AS input_tokens,
        sumIf(watched_calls.output_tokens, watched_calls.seq > ends.last_seq - stopped.saved_calls) AS output_tokens,
        sumIf(watched_calls.cost, watched_calls.seq > ends.last_seq - stopped.saved_calls) AS cost
    FROM watched_calls
    INNER JOIN ends ON ends.turn_id = watched_calls.turn_id
    INNER JOIN stopped ON stopped.turn_id = watched_calls.turn_id
    GROUP BY turn_id
)
SELECT
    stopped.rule AS rule,
    count() AS turns,
    sum(stopped.saved_calls) AS saved_calls,
    countIf(stopped.is_watched) AS watched_turns,
    sumIf(stopped.saved_calls, stopped.is_watched) AS watched_calls,
    sum(watched.predicted_calls) AS predicted_calls,
    sum(watched.ms) AS ms,
    sum(watched.input_tokens) AS input_tokens,
    sum(watched.output_tokens) AS output_tokens,
    sum(watched.cost) AS cost
FROM stopped
LEFT JOIN watched ON watched.turn_id = stopped.turn_id
GROUP BY rule
ORDER BY saved_calls DESC, turns DESC, rule
