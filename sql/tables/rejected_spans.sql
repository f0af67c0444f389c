-- What was not taken, and why.
CREATE TABLE IF NOT EXISTS @define(rejected_spans)
(
    project LowCardinality(String),
    rejected_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    reason LowCardinality(String),
    detail String CODEC(ZSTD(3)),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    service LowCardinality(String),
    sample String CODEC(ZSTD(3)),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1))
)
ENGINE = @MergeTree()
ORDER BY (project, rejected_at)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
