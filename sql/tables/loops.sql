-- One row per incident. Not partitioned, for the reason that tool_calls gives.
CREATE TABLE IF NOT EXISTS @define(loops)
(
    project LowCardinality(String),
    loop_id String CODEC(ZSTD(1)),
    turn_id String CODEC(ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    trace_id String CODEC(ZSTD(1)),
    agent_name LowCardinality(String),
    agent_version LowCardinality(String),
    model LowCardinality(String),
    environment LowCardinality(String),
    kind LowCardinality(String),
    severity LowCardinality(String),
    tool LowCardinality(String),
    tools Array(LowCardinality(String)),
    identity String CODEC(ZSTD(1)),
    shape String CODEC(ZSTD(1)),
    calls Array(UInt32) CODEC(ZSTD(1)),
    started_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    duration_ms Float64 CODEC(ZSTD(1)),
    summary String CODEC(ZSTD(3)),
    test String CODEC(ZSTD(3)),
    fix_place LowCardinality(String),
    fix_text String CODEC(ZSTD(3)),
    cost_ms Float64 CODEC(ZSTD(1)),
    cost_input_tokens Float64 CODEC(ZSTD(1)),
    cost_output_tokens Float64 CODEC(ZSTD(1)),
    cost_usd Float64 CODEC(ZSTD(1)),
    side_effects UInt32,
    version Int64,
    deleted UInt8,
    stored_at DateTime64(6, 'UTC') MATERIALIZED now64(6) CODEC(Delta, ZSTD(1)),
    INDEX by_turn turn_id TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = @ReplacingMergeTree(version, deleted)
ORDER BY (project, loop_id)
TTL toDateTime(stored_at) + @retention
SETTINGS index_granularity = 1024, @storage
