-- The turn's calls with their texts, and the agent and model spans of its traces within its time, in start order.
WITH verdict AS
(
    SELECT trace_ids, started_at, duration_ms
    FROM turn_verdicts FINAL
    WHERE project = {project:String} AND turn_id = {turn_id:String}
),
calls AS
(
    SELECT *
    FROM tool_calls FINAL
    WHERE project = {project:String}
        AND trace_id IN (SELECT arrayJoin(trace_ids) FROM verdict)
        AND turn_id = {turn_id:String}
),
texts AS
(
    SELECT trace_id, span_id, parent_span_id, name, status_message, error_message, args, result, result_known, messages
    FROM spans FINAL
    WHERE project = {project:String}
        AND (trace_id, span_id) IN (SELECT trace_id, span_id FROM calls)
),
framework AS
(
    SELECT *
    FROM spans FINAL
    WHERE project = {project:String}
        AND trace_id IN (SELECT arrayJoin(trace_ids) FROM verdict)
        AND kind IN ('agent', 'model')
        AND layer != 'log'
        AND (turn_id = '' OR turn_id = {turn_id:String})
        AND started_at >= (SELECT min(started_at) FROM verdict) - toIntervalMillisecond(1)
        AND started_at <= (SELECT max(started_at + toIntervalMillisecond(toInt64(least(greatest(duration_ms, 0), 1e12)))) FROM verdict) + toIntervalMillisecond(1)
)
-- ORDER BY behind a UNION would order its last part only.
SELECT *
FROM
(
    SELECT
        'tool' AS kind,
        calls.trace_id AS trace_id,
        calls.span_id AS span_id,
        calls.call_index AS call_index,
        texts.parent_span_id AS parent_span_id,
        if(texts.name = '' OR calls.source = 'messages', calls.tool, texts.name) AS name,
        calls.agent_name AS agent_name,
        calls.start_ns AS start_ns,
        calls.started_at AS started_at,
        calls.duration_ms AS duration_ms,
        calls.outcome AS outcome,
        if(calls.source != 'messages', if(texts.error_message = '', texts.status_message, texts.error_message), '') AS error_message,
        calls.seq AS call_seq,
        calls.step AS step,
        calls.tool AS tool,
        calls.call_id AS call_id,
        if(calls.source != 'messages' AND calls.args_known = 1, texts.args, NULL) AS args,
        if(calls.source != 'messages' AND texts.result_known = 1, texts.result, NULL) AS result,
        if(calls.source != 'messages', '', texts.messages) AS messages,
        calls.signature AS signature,
        calls.identity AS identity,
        calls.identity_fields AS identity_fields,
        calls.effect AS effect,
        calls.attempt AS attempt,
        calls.retry AS retry,
        calls.eventual_success AS eventual_success,
        calls.error_class AS error_class,
        calls.error_family AS error_family,
        calls.error_template AS error_template,
        calls.result_kind AS result_kind,
        calls.result_fingerprint AS result_fingerprint,
        calls.loop_id AS loop_id,
        calls.source AS source,
        calls.model_ms AS model_ms,
        calls.model AS model,
        calls.input_tokens AS input_tokens,
        calls.output_tokens AS output_tokens,
        calls.cost AS cost,
        '' AS finish_reason,
        '' AS said,
        '' AS heard,
        CAST(NULL, 'Nullable(Int32)') AS answers_before
    FROM calls
    LEFT JOIN texts ON texts.trace_id = calls.trace_id AND texts.span_id = calls.span_id
    UNION ALL
    SELECT
        kind,
        trace_id,
        span_id,
        toUInt32(0) AS call_index,
        parent_span_id,
        name,
        agent_name,
        start_ns,
        started_at,
        duration_ms,
        outcome,
        if(error_message = '', status_message, error_message) AS error_message,
        toUInt32(0) AS call_seq,
        toUInt32(0) AS step,
        '' AS tool,
        '' AS call_id,
        NULL AS args,
        NULL AS result,
        '' AS messages,
        '' AS signature,
        '' AS identity,
        [] AS identity_fields,
        'unknown' AS effect,
        toUInt32(0) AS attempt,
        '' AS retry,
        toUInt8(0) AS eventual_success,
        error_class,
        '' AS error_family,
        error_template,
        'none' AS result_kind,
        '' AS result_fingerprint,
        '' AS loop_id,
        '' AS source,
        toFloat64(0) AS model_ms,
        model,
        toFloat64(input_tokens) AS input_tokens,
        toFloat64(output_tokens) AS output_tokens,
        toFloat64(0) AS cost,
        finish_reason,
        JSONExtractString(framework.messages, 'said') AS said,
        JSONExtractString(framework.messages, 'heard') AS heard,
        JSONExtract(framework.messages, 'assistants', 'Nullable(Int32)') AS answers_before
    FROM framework
)
ORDER BY start_ns, kind, call_seq, trace_id, span_id, call_index
