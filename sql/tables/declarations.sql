-- How people declared tools; every change is kept, for the record. Kept past retention.
CREATE TABLE IF NOT EXISTS @define(declarations)
(
    project LowCardinality(String),
    tool String,
    declaration String,
    removed UInt8,
    author String,
    reason String,
    changed_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree()
ORDER BY (project, tool, version)
SETTINGS @storage
