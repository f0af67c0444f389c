SELECT
    reason,
    count() AS spans,
    max(rejected_spans.rejected_at) AS last_at,
    argMax(detail, rejected_spans.rejected_at) AS last_detail,
    argMax(service, rejected_spans.rejected_at) AS last_service
FROM rejected_spans
WHERE project = {project:String}
    AND rejected_at >= {from:DateTime64(3, 'UTC')}
GROUP BY reason
ORDER BY spans DESC, reason
LIMIT 50
