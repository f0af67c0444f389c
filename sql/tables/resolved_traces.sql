-- How much of each touched trace the analyzer has seen; a restart goes on from here.
CREATE TABLE IF NOT EXISTS @define(resolved_traces)
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    touched_at DateTime64(6, 'UTC'),
    touches UInt32
)
ENGINE = @ReplacingMergeTree(touched_at)
ORDER BY (project, trace_id)
TTL toDateTime(touched_at) + toIntervalDay(4)
SETTINGS @storage
