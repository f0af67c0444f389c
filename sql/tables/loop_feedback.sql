-- What people said of incidents: a loop, or not one. Kept past retention.
CREATE TABLE IF NOT EXISTS @define(loop_feedback)
(
    project LowCardinality(String),
    feedback_id String,
    loop_id String,
    turn_id String,
    kind LowCardinality(String),
    shape String,
    tools Array(LowCardinality(String)),
    verdict LowCardinality(String),
    reason String,
    author String,
    given_at DateTime64(3, 'UTC'),
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6)
)
ENGINE = @ReplacingMergeTree()
ORDER BY (project, kind, shape, feedback_id)
SETTINGS @storage
