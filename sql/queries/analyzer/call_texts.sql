-- Beginnings of what the tool spans of these traces were asked and answered; for turns that already look suspicious. Several
-- deliveries of one span are told apart by who reads them, which costs a tenth of FINAL.
SELECT
    trace_id,
    span_id,
    if(args_known = 1 AND args != '', substringUTF8(args, 1, {chars:UInt32}), NULL) AS args,
    if(result_known = 1 AND result != '', substringUTF8(result, 1, {chars:UInt32}), NULL) AS result,
    result_size,
    toString(end_ns) AS end_ns,
    toString(version) AS version
FROM spans
WHERE project = {project:String}
    AND trace_id IN {trace_ids:Array(String)}
    AND kind = 'tool'
    AND (empty({blocks:Array(DateTime64(6, 'UTC'))}) OR stored_at IN {blocks:Array(DateTime64(6, 'UTC'))})
    AND (trace_id > {after_trace:String} OR (trace_id = {after_trace:String} AND span_id > {after_span:String}))
ORDER BY trace_id, span_id
LIMIT {limit:UInt32}
