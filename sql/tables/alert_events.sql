-- History: one row per transition of an alert and per delivery to a receiver.
CREATE TABLE IF NOT EXISTS @define(alert_events)
(
    project LowCardinality(String),
    alert_id String CODEC(ZSTD(1)),
    at DateTime64(3, 'UTC'),
    rule LowCardinality(String),
    scope LowCardinality(String),
    subject String CODEC(ZSTD(1)),
    kind LowCardinality(String),
    from_state LowCardinality(String),
    to_state LowCardinality(String),
    receiver LowCardinality(String),
    result String CODEC(ZSTD(3)),
    summary String CODEC(ZSTD(3)),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree()
ORDER BY (project, alert_id, at, kind, to_state, receiver)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
