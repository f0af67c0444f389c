SELECT
    count() AS turns,
    countIf(turn_verdicts.calls > 0) AS turns_with_calls,
    countIf(verdict = 'healthy') AS healthy_turns,
    countIf(verdict = 'loop') AS looping_turns,
    sum(turn_verdicts.calls) AS calls,
    sum(tool_ms + model_ms) AS ms,
    sum(input_tokens + output_tokens) AS tokens,
    sum(cost) AS cost
FROM turn_verdicts FINAL
WHERE
    @include turn_filter.sql
