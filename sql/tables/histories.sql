-- Where model calls that stand alone in their traces begin and end: a call that answers goes on from the one that asked under
-- the same link. Filled by histories_from_spans.
CREATE TABLE IF NOT EXISTS @define(histories)
(
    project LowCardinality(String),
    service LowCardinality(String),
    link String,
    side LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    start_ns Int64 CODEC(Delta, ZSTD(1)),
    stored_at DateTime64(6, 'UTC')
)
ENGINE = @MergeTree()
ORDER BY (project, link, side, start_ns)
TTL toDateTime(stored_at) + toIntervalDay(3)
SETTINGS index_granularity = 1024, @storage
