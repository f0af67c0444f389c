-- Who muted what, until when. Kept past retention: an open silence must not vanish.
CREATE TABLE IF NOT EXISTS @define(silences)
(
    project LowCardinality(String),
    silence_id String,
    kind LowCardinality(String),
    created_at DateTime64(3, 'UTC'),
    created_by String,
    starts_at DateTime64(3, 'UTC'),
    expires_at DateTime64(3, 'UTC'),
    repeat LowCardinality(String),
    window_seconds UInt32,
    matcher String,
    comment String,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version, deleted)
ORDER BY (project, silence_id)
SETTINGS @storage
