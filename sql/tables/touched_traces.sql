-- The analyzer's work list: which trace got spans, and when the store took them. Filled by touched_traces_from_spans.
CREATE TABLE IF NOT EXISTS @define(touched_traces)
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    touched_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = @MergeTree()
ORDER BY (project, touched_at, trace_id)
TTL toDateTime(touched_at) + toIntervalDay(3)
SETTINGS @durable
