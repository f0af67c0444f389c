-- One row per decision of a guard in an agent's process, as its spans tell it, placed in its turn by the analyzer.
CREATE TABLE IF NOT EXISTS @define(guard_decisions)
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    span_id String CODEC(ZSTD(1)),
    position UInt32,
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    decided_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    decision LowCardinality(String),
    kind LowCardinality(String),
    code LowCardinality(String),
    mode LowCardinality(String),
    enforced UInt8,
    tool LowCardinality(String),
    call_id String CODEC(ZSTD(1)),
    effect LowCardinality(String),
    attempt_key String CODEC(ZSTD(1)),
    attempts UInt32,
    tried Array(String) CODEC(ZSTD(1)),
    errors Array(String) CODEC(ZSTD(1)),
    saved_calls UInt32,
    ceiling_name LowCardinality(String),
    ceiling Nullable(Float64) CODEC(ZSTD(1)),
    ceiling_state LowCardinality(String),
    ceiling_reason String CODEC(ZSTD(1)),
    ceiling_ticket String CODEC(ZSTD(1)),
    ceiling_expires String CODEC(ZSTD(1)),
    spent Nullable(Float64) CODEC(ZSTD(1)),
    in_flight Array(String) CODEC(ZSTD(1)),
    stop_source LowCardinality(String),
    requested_by String CODEC(ZSTD(1)),
    reason String CODEC(ZSTD(1)),
    version Int64,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_turn turn_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = @ReplacingMergeTree(version)
ORDER BY (project, trace_id, span_id, position)
TTL toDateTime(stored_at) + @retention
SETTINGS index_granularity = 1024, @storage
