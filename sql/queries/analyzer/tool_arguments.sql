-- A sample of a tool's calls for what their arguments have in common: the newest turns in which it was called at least twice, up to
-- {calls} calls. Each with its arguments' text and what came back.
WITH matching AS
(
    SELECT turn_id
    FROM turn_verdicts FINAL
    WHERE
        @include ../turn_filter.sql
),
member_calls AS
(
    SELECT trace_id, span_id, turn_id, seq, started_at, signature, outcome, error_class, error_template, result_kind,
        result_fingerprint
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND tool = {tool:String}
        AND source = 'span'
        AND args_known = 1
        AND turn_id IN (SELECT turn_id FROM matching)
),
sampled AS
(
    SELECT *, count() OVER (PARTITION BY turn_id) AS in_turn
    FROM member_calls
    ORDER BY in_turn > 1 DESC, started_at DESC, turn_id, seq
    LIMIT {calls:UInt32}
)
SELECT
    sampled.turn_id AS turn_id,
    sampled.seq AS seq,
    substringUTF8(texts.args, 1, {chars:UInt32}) AS args,
    sampled.outcome AS outcome,
    sampled.error_class AS error_class,
    sampled.error_template AS error_template,
    sampled.result_kind AS result_kind,
    sampled.result_fingerprint AS result_fingerprint
FROM sampled
INNER JOIN
(
    SELECT trace_id, span_id, args
    FROM spans FINAL
    WHERE project = {project:String}
        AND (trace_id, span_id) IN (SELECT trace_id, span_id FROM sampled)
        AND args != ''
) AS texts ON texts.trace_id = sampled.trace_id AND texts.span_id = sampled.span_id
ORDER BY turn_id, seq
