-- Whether `twin_traces` can find any of the given ones: most stores have no call of an RPC client or server without a session, and
-- most traces no model call that stands alone. Two short looks instead of all its joins.
SELECT toUInt8(1) AS may_have
FROM protocol_calls
WHERE project = {project:String}
LIMIT 1
UNION ALL
SELECT toUInt8(1) AS may_have
FROM spans
WHERE project = {project:String}
    AND trace_id IN {trace_ids:Array(String)}
    AND session_id = ''
    AND (kind = 'tool' AND layer = 'protocol'
        OR kind = 'model' AND (parent_span_id = '' OR has(marks, 'from_log')) AND position(messages, '"history":{') > 0)
LIMIT 1
