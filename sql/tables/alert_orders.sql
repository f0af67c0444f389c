-- What people ask of the evaluator, wherever it runs: to try a receiver, to tell it again what it did not take; and what came of it.
CREATE TABLE IF NOT EXISTS @define(alert_orders)
(
    project LowCardinality(String),
    order_id String,
    kind LowCardinality(String),
    receiver String,
    alert_id String,
    ordered_at DateTime64(3, 'UTC'),
    ordered_by String,
    state LowCardinality(String),
    outcome LowCardinality(String),
    reason String,
    duration_ms Float64,
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, order_id)
TTL toDateTime(stored_at) + toIntervalDay(1)
SETTINGS @storage
