-- Every retry: a call whose identity had failed before in its turn. What it retried, how it went, what it cost.
CREATE OR REPLACE VIEW @view(retry_ledger) AS
SELECT
    calls.project AS project,
    calls.turn_id AS turn_id,
    calls.session_id AS session_id,
    calls.trace_id AS trace_id,
    calls.span_id AS span_id,
    calls.call_index AS call_index,
    calls.seq AS seq,
    calls.agent_name AS agent_name,
    calls.agent_version AS agent_version,
    calls.model AS model,
    calls.tool AS tool,
    calls.identity AS identity,
    calls.started_at AS started_at,
    calls.duration_ms AS duration_ms,
    calls.retry AS retried_family,
    failures.error_class AS retried_class,
    calls.attempt AS attempt,
    calls.outcome AS outcome,
    calls.error_family AS error_family,
    calls.error_class AS error_class,
    calls.eventual_success AS eventual_success,
    calls.loop_id AS loop_id,
    calls.duration_ms + calls.model_ms AS cost_ms,
    calls.input_tokens AS input_tokens,
    calls.output_tokens AS output_tokens,
    calls.cost AS cost
FROM (SELECT * FROM tool_calls FINAL WHERE retry != '') AS calls
-- The failure that it answers: the latest one of the same identity before it.
ASOF LEFT JOIN
(
    SELECT project, turn_id, identity, seq, error_class
    FROM tool_calls FINAL
    WHERE outcome = 'error' AND identity != ''
) AS failures
    ON failures.project = calls.project
    AND failures.turn_id = calls.turn_id
    AND failures.identity = calls.identity
    AND failures.seq < calls.seq
