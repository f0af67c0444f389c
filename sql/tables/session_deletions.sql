-- Who had which session deleted, and which traces went with it: what of them comes later is taken away as well. Kept past
-- retention: it is the proof that it was done, and holds nothing of what was deleted but its ids.
CREATE TABLE IF NOT EXISTS @define(session_deletions)
(
    project LowCardinality(String),
    session_id String,
    deletion_id String,
    requested_at DateTime64(3, 'UTC'),
    requested_by String,
    reason String,
    trace_ids Array(String),
    shared_trace_ids Array(String),
    turn_ids Array(String),
    traces UInt32,
    turns UInt32,
    spans UInt64,
    state LowCardinality(String),
    changed_at DateTime64(3, 'UTC'),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, session_id, deletion_id)
SETTINGS @storage
