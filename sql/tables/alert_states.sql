-- Where each alert stands now: one row per rule and subject.
CREATE TABLE IF NOT EXISTS @define(alert_states)
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    rule LowCardinality(String),
    scope LowCardinality(String),
    subject String CODEC(ZSTD(1)),
    state LowCardinality(String),
    severity LowCardinality(String),
    since DateTime64(3, 'UTC'),
    started_at DateTime64(3, 'UTC'),
    updated_at DateTime64(3, 'UTC'),
    summary String CODEC(ZSTD(3)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    tool LowCardinality(String),
    session_id String CODEC(ZSTD(1)),
    turn_id String CODEC(ZSTD(1)),
    facts String CODEC(ZSTD(3)),
    labels String CODEC(ZSTD(3)),
    annotations String CODEC(ZSTD(3)),
    diagnosis String CODEC(ZSTD(3)),
    muted String CODEC(ZSTD(3)),
    starts Array(Int64),
    last_seen_at DateTime64(3, 'UTC'),
    looks Array(UInt8),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, alert_id)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
