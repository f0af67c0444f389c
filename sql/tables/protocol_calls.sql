-- Calls of RPC clients and servers that no session joins to the agent that made them. Filled by protocol_calls_from_spans.
CREATE TABLE IF NOT EXISTS @define(protocol_calls)
(
    project LowCardinality(String),
    service LowCardinality(String),
    tool String,
    trace_id String CODEC(ZSTD(1)),
    start_ns Int64 CODEC(Delta, ZSTD(1)),
    end_ns Int64 CODEC(Delta, ZSTD(1)),
    stored_at DateTime64(6, 'UTC')
)
ENGINE = @MergeTree()
ORDER BY (project, service, tool, start_ns)
TTL toDateTime(stored_at) + toIntervalDay(3)
SETTINGS @storage
