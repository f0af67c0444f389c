-- Who ordered which session to stop, and who took it back: every order stays, so that it can be asked later who ended what.
CREATE TABLE IF NOT EXISTS @define(session_stops)
(
    project LowCardinality(String),
    session_id String,
    stop_id String,
    requested_at DateTime64(3, 'UTC'),
    requested_by String,
    reason String,
    expires_at DateTime64(3, 'UTC'),
    state LowCardinality(String),
    changed_at DateTime64(3, 'UTC'),
    changed_by String,
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, session_id, stop_id)
TTL toDateTime(stored_at) + @retention
SETTINGS @storage
