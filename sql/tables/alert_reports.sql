-- What the evaluator of the alerts says of itself, for processes that do not evaluate: rules, receivers, failures, metrics.
CREATE TABLE IF NOT EXISTS @define(alert_reports)
(
    project LowCardinality(String),
    part LowCardinality(String),
    text String CODEC(ZSTD(3)),
    reported_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, part)
SETTINGS @storage
