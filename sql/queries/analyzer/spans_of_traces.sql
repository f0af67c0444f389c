-- The narrow columns only: text of arguments and results is read by those who show it. Messages come with model spans. Copies of
-- one span are told apart by who reads them, which costs less than FINAL; token counts come as numbers, not as digits. Page by page in the
-- order of the key, so that the engine reads and sorts no more than a page.
SELECT
    project,
    trace_id,
    span_id,
    parent_span_id,
    name,
    scope,
    service,
    environment,
    dialect,
    kind,
    kind_rule,
    start_ns,
    end_ns,
    started_at,
    duration_ms,
    status,
    session_id,
    turn_id,
    user_id,
    agent_name,
    agent_version,
    model,
    toFloat64(input_tokens) AS input_tokens,
    toFloat64(output_tokens) AS output_tokens,
    toFloat64(cached_input_tokens) AS cached_input_tokens,
    finish_reason,
    tool,
    tool_kind,
    layer,
    call_id,
    args_known,
    args_size,
    result_known,
    result_size,
    outcome,
    error_class,
    error_template,
    error_message,
    signature,
    signature_version,
    identity,
    identity_fields,
    effect,
    result_kind,
    result_fingerprint,
    tagged_by,
    if(kind = 'model', messages, '') AS messages,
    guard,
    marks,
    position,
    ingested_at,
    version
FROM spans
WHERE project = {project:String}
    AND trace_id IN {trace_ids:Array(String)}
    AND (empty({blocks:Array(DateTime64(6, 'UTC'))}) OR stored_at IN {blocks:Array(DateTime64(6, 'UTC'))})
    AND (trace_id > {after_trace:String} OR (trace_id = {after_trace:String} AND span_id > {after_span:String}))
    AND start_ns <= {until_ns:Int64}
ORDER BY trace_id, span_id
LIMIT {limit:UInt32}
