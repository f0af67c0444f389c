-- Who evaluates the alerts: claims and heartbeats, by the store's clock. Nothing is ever replaced, so that everybody reads the
-- same claims whenever they read them.
CREATE TABLE IF NOT EXISTS @define(alert_leases)
(
    project LowCardinality(String),
    term UInt32,
    holder String,
    beat Int32,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @MergeTree()
ORDER BY (project, term, beat, holder)
TTL toDateTime(stored_at) + toIntervalDay(1)
SETTINGS @storage
