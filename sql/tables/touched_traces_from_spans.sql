-- The time is the store's own, so that late and skewed spans are seen as the news that they are.
CREATE MATERIALIZED VIEW IF NOT EXISTS @define(touched_traces_from_spans)
TO @local(touched_traces)
AS SELECT DISTINCT project, trace_id, now64(6, 'UTC') AS touched_at
FROM @local(spans)
