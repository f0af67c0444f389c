-- Which traces belong to a session, so that nothing has to read all spans for it. Filled by session_traces_from_spans.
CREATE TABLE IF NOT EXISTS @define(session_traces)
(
    project LowCardinality(String),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    stored_at SimpleAggregateFunction(max, DateTime64(6, 'UTC'))
)
ENGINE = @AggregatingMergeTree()
ORDER BY (project, session_id, trace_id)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
