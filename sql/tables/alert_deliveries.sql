-- What each receiver knows of each alert, so that nobody is told twice and nobody misses the end.
CREATE TABLE IF NOT EXISTS @define(alert_deliveries)
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    receiver LowCardinality(String),
    rule LowCardinality(String),
    incident Int64,
    told LowCardinality(String),
    told_at DateTime64(3, 'UTC'),
    trying LowCardinality(String),
    doubtful UInt8,
    thread String CODEC(ZSTD(1)),
    tries UInt32,
    reason String CODEC(ZSTD(3)),
    dead UInt8,
    updated_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, alert_id, receiver)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
