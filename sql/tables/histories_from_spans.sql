CREATE MATERIALIZED VIEW IF NOT EXISTS @define(histories_from_spans)
TO @local(histories)
AS SELECT
    project,
    service,
    ends.2 AS link,
    ends.1 AS side,
    trace_id,
    start_ns,
    now64(6, 'UTC') AS stored_at
FROM @local(spans)
ARRAY JOIN
    [
        ('asks', JSONExtractString(messages, 'history', 'asks')),
        ('answers', JSONExtractString(messages, 'history', 'answers'))
    ] AS ends
WHERE kind = 'model' AND session_id = '' AND position(messages, '"history":{') > 0 AND ends.2 != ''
