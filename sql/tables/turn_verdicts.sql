-- One row per turn, with what its calls add up to, so that a question over many turns reads no calls. Not partitioned, for
-- the reason that tool_calls gives.
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
    tools Array(LowCardinality(String)),
    signatures Array(String) CODEC(ZSTD(1)),
    identities Array(String) CODEC(ZSTD(1)),
    distinct_signatures UInt32,
    distinct_identities UInt32,
    max_attempts UInt32,
    max_attempts_tool LowCardinality(String),
    errors UInt32,
    empties UInt32,
    retries UInt32,
    failed_identities UInt32,
    eventual_successes UInt32,
    retry_tokens Float64 CODEC(ZSTD(1)),
    retry_cost Float64 CODEC(ZSTD(1)),
    side_effect_repeats UInt32,
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
    INDEX by_trace trace_ids TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_signature signatures TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX by_identity identities TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = @ReplacingMergeTree(version, deleted)
ORDER BY (project, turn_id)
TTL toDateTime(stored_at) + @retention
-- Pages of turns are read by scattered ids.
SETTINGS index_granularity = 256, @durable
