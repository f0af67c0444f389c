-- The turns that arrived in a window, all together or by one of their columns. Percentiles are over turns with calls.
SELECT
    multiIf(
        {by:String} = 'agent', agent_name,
        {by:String} = 'model', model,
        {by:String} = 'environment', environment,
        {by:String} = 'version', agent_version,
        ''
    ) AS subject,
    count() AS turns,
    uniqExact(session_id) AS sessions,
    sum(calls) AS tool_calls,
    if(countIf(calls > 0) = 0, NULL, quantileExactIf(0.5)(max_attempts, calls > 0)) AS max_attempts_p50,
    if(countIf(calls > 0) = 0, NULL, quantileExactIf(0.95)(max_attempts, calls > 0)) AS max_attempts_p95,
    if(countIf(calls > 0) = 0, NULL, quantileExactIf(0.99)(max_attempts, calls > 0)) AS max_attempts_p99,
    max(max_attempts) AS max_attempts_max,
    countIf(verdict = 'loop') AS looping_turns,
    looping_turns / turns AS looping_share,
    sum(errors) AS errors,
    if(tool_calls = 0, NULL, errors / tool_calls) AS error_rate,
    sum(retries) AS retries,
    if(tool_calls = 0, NULL, retries / tool_calls) AS retry_rate,
    sum(retry_tokens) AS retry_tokens,
    sum(input_tokens + output_tokens) AS tokens,
    if(tokens = 0, NULL, retry_tokens / tokens) AS retry_token_share,
    sum(side_effect_repeats) AS side_effect_repeats,
    sum(cost) AS cost
FROM
(
    SELECT
        agent_name, model, environment, agent_version, session_id, calls, max_attempts, verdict,
        errors, retries, retry_tokens, input_tokens, output_tokens, side_effect_repeats, cost
    FROM turn_verdicts FINAL
    WHERE
        @include arrival_filter.sql
        AND (empty({tools:Array(String)}) OR hasAny({tools:Array(String)}, tools))
)
GROUP BY subject
HAVING {after_id:String} = '' OR subject > {after_id:String}
ORDER BY subject
LIMIT {limit:UInt32}
