-- Rules made in the UI. Kept past retention.
CREATE TABLE IF NOT EXISTS @define(alert_rules)
(
    project LowCardinality(String),
    name String,
    text String,
    enabled UInt8,
    updated_at DateTime64(3, 'UTC'),
    updated_by String,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version, deleted)
ORDER BY (project, name)
SETTINGS @storage
