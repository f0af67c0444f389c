-- The turn's calls with their texts, and the agent and model spans of its traces within its time, in start order.
-- Texts are cut to `longest` characters, those that tell what went wrong and what was asked never below a few lines;
-- of some `span_ids` only theirs, and calls that stand in messages, whose answers may be in any.
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
        AND (empty({span_ids:Array(String)}) OR span_id IN {span_ids:Array(String)} OR source = 'messages')
),
texts AS
(
    SELECT
        trace_id, span_id, parent_span_id, name, messages, result_known, args_size, result_size,
        if(error_message = '', status_message, error_message) AS error_text,
        if({longest:UInt32} = 0, '', substringUTF8(args, 1, {longest:UInt32})) AS args_text,
        if({longest:UInt32} = 0, '', substringUTF8(result, 1, {longest:UInt32})) AS result_text
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
        AND (empty({span_ids:Array(String)}) OR span_id IN {span_ids:Array(String)})
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
        if(calls.source != 'messages', substringUTF8(texts.error_text, 1, greatest({longest:UInt32}, 1000)), '') AS error_message,
        if(calls.source != 'messages', toUInt32(lengthUTF8(texts.error_text)), 0) AS error_size,
        calls.seq AS call_seq,
        calls.step AS step,
        calls.tool AS tool,
        calls.call_id AS call_id,
        if(calls.source != 'messages' AND calls.args_known = 1, texts.args_text, NULL) AS args,
        if(calls.source != 'messages' AND texts.result_known = 1, texts.result_text, NULL) AS result,
        if(calls.source != 'messages', texts.args_size, 0) AS args_size,
        if(calls.source != 'messages', texts.result_size, 0) AS result_size,
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
        toUInt32(0) AS said_size,
        toUInt32(0) AS heard_size,
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
        substringUTF8(if(framework.error_message = '', framework.status_message, framework.error_message), 1, greatest({longest:UInt32}, 1000)) AS error_message,
        toUInt32(lengthUTF8(if(framework.error_message = '', framework.status_message, framework.error_message))) AS error_size,
        toUInt32(0) AS call_seq,
        toUInt32(0) AS step,
        '' AS tool,
        '' AS call_id,
        NULL AS args,
        NULL AS result,
        toUInt32(0) AS args_size,
        toUInt32(0) AS result_size,
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
        substringUTF8(JSONExtractString(framework.messages, 'said') AS whole_said, 1, {longest:UInt32}) AS said,
        substringUTF8(JSONExtractString(framework.messages, 'heard') AS whole_heard, 1, greatest({longest:UInt32}, 1000)) AS heard,
        toUInt32(lengthUTF8(whole_said)) AS said_size,
        toUInt32(lengthUTF8(whole_heard)) AS heard_size,
        JSONExtract(framework.messages, 'assistants', 'Nullable(Int32)') AS answers_before
    FROM framework
)
ORDER BY start_ns, kind, call_seq, trace_id, span_id, call_index
