-- How one tool fails, the most frequent first; class_calls is the class's total, templates beyond the limit included.
SELECT
    error_class,
    error_template,
    any(error_family) AS error_family,
    count() AS calls,
    max(tool_calls.started_at) AS last_at,
    sum(count()) OVER (PARTITION BY error_class) AS class_calls
FROM tool_calls FINAL
WHERE project = {project:String}
    AND tool = {tool:String}
    AND outcome = 'error'
    AND turn_id IN
    (
        SELECT turn_id
        FROM turn_verdicts FINAL
        WHERE
            @include ../turn_filter.sql
    )
GROUP BY error_class, error_template
ORDER BY calls DESC, error_class, error_template
LIMIT {limit:UInt32}
