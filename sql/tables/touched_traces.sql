-- The analyzer's work list: which trace got spans, and when the store had taken them and all that is made of them. No view fills
-- it: views of one insert become visible one after another, so that a trace could be seen without its session. Whoever
-- inserts spans tells of their traces afterwards; the time is the store's own, so that late spans are seen as the news they are.
CREATE TABLE IF NOT EXISTS @define(touched_traces)
(
    project LowCardinality(String),
    trace_id String CODEC(ZSTD(1)),
    touched_at DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = @MergeTree()
ORDER BY (project, touched_at, trace_id)
TTL toDateTime(touched_at) + toIntervalDay(3)
SETTINGS @storage
