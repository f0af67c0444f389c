-- The tool's own name, without the qualifiers that one layer writes and another leaves out.
CREATE MATERIALIZED VIEW IF NOT EXISTS @define(protocol_calls_from_spans)
TO @local(protocol_calls)
AS SELECT
    project,
    service,
    replaceRegexpOne(lower(toString(tool)), '^.*(__|[./:])', '') AS tool,
    trace_id,
    start_ns,
    end_ns,
    now64(6, 'UTC') AS stored_at
FROM @local(spans)
WHERE kind = 'tool' AND layer = 'protocol' AND session_id = ''
