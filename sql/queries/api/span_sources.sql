SELECT
    dialect,
    scope,
    service,
    count() AS tool_spans,
    countIf(args_known = 0) AS without_arguments,
    countIf(result_known = 0) AS without_result,
    max(spans.ingested_at) AS last_at
FROM spans
WHERE project = {project:String}
    AND kind = 'tool'
    AND started_at >= {from:DateTime64(3, 'UTC')}
GROUP BY dialect, scope, service
ORDER BY without_arguments DESC, tool_spans DESC, dialect, scope, service
LIMIT 50
