-- What some tools' spans were asked and answered, whole, to sign them anew; results only of those that are named.
SELECT
    trace_id,
    span_id,
    if(args_known = 1 AND args != '', args, NULL) AS args,
    if(result_known = 1 AND result != '' AND has({with_results:Array(String)}, tool), result, NULL) AS result,
    args_size,
    result_size
FROM spans FINAL
WHERE project = {project:String}
    AND trace_id IN {trace_ids:Array(String)}
    AND kind = 'tool'
    AND has({tools:Array(String)}, tool)
    AND (trace_id > {after_trace:String} OR (trace_id = {after_trace:String} AND span_id > {after_span:String}))
ORDER BY trace_id, span_id
LIMIT {limit:UInt32}
