-- One row per turn. Not partitioned, for the reason that tool_calls gives.
CREATE TABLE IF NOT EXISTS @define(turn_verdicts)
(
    project LowCardinality(String),
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    trace_ids Array(String) CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    user_id String CODEC(ZSTD(1)),
    service LowCardinality(String),
    environment LowCardinality(String),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    calls UInt32,
    model_calls UInt32,
    tool_ms Float64 CODEC(ZSTD(1)),
    model_ms Float64 CODEC(ZSTD(1)),
    input_tokens Float64 CODEC(ZSTD(1)),
    output_tokens Float64 CODEC(ZSTD(1)),
    cached_input_tokens Float64 CODEC(ZSTD(1)),
    cost Float64 CODEC(ZSTD(1)),
    stop_reason LowCardinality(String),
    outcome LowCardinality(String),
    verdict LowCardinality(String),
    loop_kinds Array(LowCardinality(String)),
    marks Array(LowCardinality(String)),
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_trace trace_ids TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = @ReplacingMergeTree(version, deleted)
ORDER BY (project, turn_id)
TTL toDateTime(stored_at) + @retention
SETTINGS @durable
